import type { AuditEntry } from '@dashboard/contract/audit'
import { auditActionLabels, unusualUsername } from '@dashboard/contract/audit-actions'
import { Badge } from '../../ui/badge.tsx'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { describeDetails, splitSubject } from './audit-words.ts'

const shownIdLength = 8

/** What was done, and its facts in small print. */
export function EntryWhat({ entry }: { entry: AuditEntry }) {
  const details = describeDetails(entry.details)
  return (
    <>
      <p className="font-medium">{auditActionLabels[entry.action]}</p>
      {details !== '' && <p className="text-xs wrap-anywhere text-muted">{details}</p>}
    </>
  )
}

/** Who it was, with the role, and a mark on a username that may look like another one. */
export function EntryActor({ entry }: { entry: AuditEntry }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
      {entry.actor}
      {entry.actorRole === 'admin' && <Badge>Admin</Badge>}
      {entry.isUnusualActor && <Badge tone="waiting">{unusualUsername}</Badge>}
    </span>
  )
}

/** What it was done to, by its short id. */
export function EntrySubject({ subject }: { subject: string }) {
  const { noun, id } = splitSubject(subject)
  return (
    <span className="inline-flex items-center gap-1.5">
      {noun}
      {id !== '' && (
        <CopyableId id={id} short={id.slice(-shownIdLength)} noun={noun.toLowerCase()} />
      )}
    </span>
  )
}

/** `null` for what was done on the server's own machine. */
export function addressOf({ address }: AuditEntry): string {
  return address ?? 'On the server'
}
