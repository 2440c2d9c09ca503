import type { ImportDetail } from '@dashboard/contract/imports'
import { getJob, isActive } from '@dashboard/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { Alert } from '../../ui/alert.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'
import { failureReason, wasCancelled } from '../jobs/job-words.ts'
import { useJobs } from '../jobs/jobs-queries.ts'
import { monitorAddress } from '../jobs/monitor-address.ts'
import { isUnderWay } from './import-words.ts'

/** What the job of a review or import does, or why it failed. */
export function ImportJob({ entry }: { entry: ImportDetail }) {
  const { jobId } = entry
  const user = useSessionUser()
  const listed = useJobs().data?.jobs.find(({ id }) => id === jobId)
  const hasFailed = entry.status === 'failed'
  const { data, isError } = useQuery({
    ...endpointQuery(getJob, { params: { id: jobId } }),
    enabled: hasFailed,
  })
  const job = data?.job ?? listed
  if (isUnderWay(entry)) return job && isActive(job) && <JobProgress job={job} />
  if (!job) return isError && <p className="text-muted">Its job has been removed since.</p>
  const isCancelled = wasCancelled(job)
  return (
    <Alert
      tone={isCancelled ? 'neutral' : 'destructive'}
      title={isCancelled ? 'Cancelled' : 'It failed, and has changed nothing'}
    >
      <p>{failureReason(job)}</p>
      <OperatorDetails details={job.errorDetails} />
      {!isLimited(user) && (
        <p className="mt-1.5">
          <Link
            href={monitorAddress(jobId)}
            className="rounded-control py-1 underline underline-offset-2"
          >
            Open its log
          </Link>
        </p>
      )}
    </Alert>
  )
}
