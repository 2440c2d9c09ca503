import type { Job } from '@dashboard/contract/jobs'
import { Badge } from '../../ui/badge.tsx'
import { cancelledText } from './job-words.ts'

/** Stands beside the status of a job that somebody cancelled; nothing for others. */
export function CancelledBadge({ job }: { job: Pick<Job, 'failureKind' | 'cancelledBy'> }) {
  const text = cancelledText(job)
  if (text === undefined) return null
  return (
    <Badge>
      <span className="truncate">{text}</span>
    </Badge>
  )
}
