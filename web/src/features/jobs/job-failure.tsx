import type { Job } from '@dashboard/contract/jobs'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { Alert } from '../../ui/alert.tsx'
import { failureAdvice, failureReason, wasCancelled } from './job-words.ts'

/** First what went wrong, then what to do; what somebody cancelled does not alarm. */
export function JobFailure({ job }: { job: Job }) {
  return (
    <Alert tone={wasCancelled(job) ? 'neutral' : 'destructive'} title="Error">
      <p>{failureReason(job)}</p>
      <p className="mt-1.5 font-medium">{failureAdvice(job)}</p>
      <OperatorDetails details={job.errorDetails} />
    </Alert>
  )
}
