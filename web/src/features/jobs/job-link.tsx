import { jobListLimit } from '@dashboard/contract/limits'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useJobs } from './jobs-queries.ts'
import { monitorAddress } from './monitor-address.ts'

/** Leads to the job's log, as long as the job has not been cleared or dismissed. */
export function JobLink({ jobId, children }: { jobId: string; children: ReactNode }) {
  const jobs = useJobs().data?.jobs ?? []
  const isThere = jobs.length >= jobListLimit.default || jobs.some(({ id }) => id === jobId)
  if (!isThere) return null
  return (
    <Link
      href={monitorAddress(jobId)}
      className="rounded-control py-1 text-primary-text hover:underline"
    >
      {children}
    </Link>
  )
}
