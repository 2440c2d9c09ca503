import type { AuditEntry } from '@dashboard/contract/audit'
import { auditActionLabels, unusualUsername } from '@dashboard/contract/audit-actions'
import { Link } from 'wouter'
import { formatInstant } from '../../format/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { monitorAddress } from '../jobs/job-link.tsx'
import { shortJobId } from '../jobs/job-words.ts'
import { describeDetails, subjectOf } from './audit-words.ts'

const columns = [
  { title: 'Time', width: 'w-56' },
  { title: 'Person', width: 'w-[18%]' },
  { title: 'What', width: '' },
  { title: 'On', width: 'w-[17%]' },
  { title: 'Address', width: 'w-[13%]' },
]

/** Stands in place of an address for what was done on the server's own machine. */
const onServer = 'On the server'

/** Shows the entries in a table. Widths are fixed, so that columns keep their place from page to page. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className="card-rows">
      <table
        aria-label="Audit log"
        className="w-full table-fixed [&_tr>:first-child]:pl-(--card-pad) [&_tr>:last-child]:pr-(--card-pad)"
      >
        <thead>
          <tr className="border-b text-left text-xs text-muted">
            {columns.map(({ title, width }) => (
              <th key={title} scope="col" className={`px-2 py-2 font-medium ${width}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className="border-b align-top last:border-b-0 hover:bg-hover">
              <td className="px-2 py-2 whitespace-nowrap">
                <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
              </td>
              <td className="px-2 py-2">
                <EntryActor entry={entry} />
              </td>
              <td className="px-2 py-2">
                <EntryWhat entry={entry} />
              </td>
              <td className="px-2 py-2">
                <EntrySubject entry={entry} />
              </td>
              <td className="px-2 py-2 wrap-anywhere text-muted">{entry.address ?? onServer}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function AuditCards({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul aria-label="Audit log" className="card-rows">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-b px-(--card-pad) py-3 last:border-b-0"
        >
          <EntryWhat entry={entry} />
          <time dateTime={entry.at} className="text-xs text-muted">
            {formatInstant(entry.at)}
          </time>
          <p className="order-1 flex basis-full flex-wrap items-center gap-x-3 text-xs text-muted">
            <EntryActor entry={entry} />
            <span className="wrap-anywhere">{entry.address ?? onServer}</span>
            <EntrySubject entry={entry} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Shows the action, and its facts in small print. */
function EntryWhat({ entry }: { entry: AuditEntry }) {
  const details = describeDetails(entry.details)
  return (
    <>
      <p className="font-medium">{auditActionLabels[entry.action] ?? entry.action}</p>
      {details !== '' && (
        // In a card, where these are flex items, it stands below action and time.
        <p className="order-1 basis-full text-xs wrap-anywhere text-muted">{details}</p>
      )}
    </>
  )
}

/** Shows the person with the role, and a mark on a username that may look like another one. */
function EntryActor({ entry }: { entry: AuditEntry }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
      {entry.actor}
      {entry.actorRole === 'admin' && <Badge>Admin</Badge>}
      {entry.isUnusualActor && <Badge tone="waiting">{unusualUsername}</Badge>}
    </span>
  )
}

/** Shows what the action was done to: a user by name, a job by the characters that the monitor shows. */
function EntrySubject({ entry: { subject, subjectName } }: { entry: AuditEntry }) {
  const known = subjectOf(subject)
  if (subjectName !== null) return <span className="wrap-anywhere">{subjectName}</span>
  if (known?.id === undefined) return known?.noun
  return (
    <Link href={monitorAddress(known.id)} className="text-primary-text hover:underline">
      {known.noun} <span className="font-mono">{shortJobId(known.id)}</span>
    </Link>
  )
}
