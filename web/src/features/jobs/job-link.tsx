import { jobListLimit } from '@dashboard/contract/limits'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { useJobs } from './jobs-queries.ts'
import { monitorAddress } from './monitor-address.ts'

/** Leads to the log of a sync, as long as its job has not been cleared or dismissed; limited users see no log. */
export function JobLink({ jobId, children }: { jobId: string; children: ReactNode }) {
  const jobs = useJobs().data?.jobs ?? []
  const isHidden = isLimited(useSessionUser())
  const isThere = jobs.length >= jobListLimit.default || jobs.some(({ id }) => id === jobId)
  if (isHidden || !isThere) return null
  return (
    <Link
      href={monitorAddress(jobId)}
      className="rounded-control py-1 text-primary-text hover:underline"
    >
      {children}
    </Link>
  )
}
