import type { Job } from '@dashboard/contract/jobs'
import { Alert } from '../../ui/alert.tsx'
import { failureAdvice, failureReason } from './job-words.ts'

/** First what went wrong, then what to do. */
export function JobFailure({ job }: { job: Job }) {
  return (
    <Alert title="Error">
      <p>{failureReason(job)}</p>
      <p className="mt-1.5 font-medium">{failureAdvice(job)}</p>
    </Alert>
  )
}
