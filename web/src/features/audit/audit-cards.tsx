import type { AuditEntry } from '@dashboard/contract/audit'
import { formatInstant } from '../../format/time.ts'
import { addressOf, EntryActor, EntrySubject, EntryWhat } from './audit-entry-parts.tsx'

/** The table of entries on a narrow window. */
export function AuditCards({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul aria-label="Audit log">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-col gap-1 border-b py-3 last:border-b-0">
          <EntryWhat entry={entry} />
          <p>
            <EntryActor entry={entry} />
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
            <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
            <span className="wrap-anywhere">{addressOf(entry)}</span>
            {entry.subject !== null && <EntrySubject subject={entry.subject} />}
          </p>
        </li>
      ))}
    </ul>
  )
}
