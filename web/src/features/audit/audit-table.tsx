import type { AuditEntry } from '@dashboard/contract/audit'
import { formatInstant } from '../../format/time.ts'
import { addressOf, EntryActor, EntrySubject, EntryWhat } from './audit-entry-parts.tsx'

const columns = [
  { title: 'Time', width: 'w-[24%]' },
  { title: 'Person', width: 'w-[18%]' },
  { title: 'What', width: 'w-[28%]' },
  { title: 'On', width: 'w-[17%]' },
  { title: 'Address', width: 'w-[13%]' },
]

/** Widths are fixed, so that nothing shifts from page to page. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <table aria-label="Audit log" className="-mx-2 w-[calc(100%+16px)] table-fixed">
      <thead>
        <tr className="border-b text-left text-xs text-muted">
          {columns.map(({ title, width }) => (
            <th key={title} scope="col" className={`px-2 pb-2 font-medium ${width}`}>
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
              {entry.subject !== null && <EntrySubject subject={entry.subject} />}
            </td>
            <td className="px-2 py-2 wrap-anywhere text-muted">{addressOf(entry)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
