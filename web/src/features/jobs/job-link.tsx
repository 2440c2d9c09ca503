import { jobListLimit } from '@dashboard/contract/limits'
import { type ReactNode, useCallback } from 'react'
import { Link, useSearchParams } from 'wouter'
import { paths, withParameters } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { type JobFilter, readJobFilter } from './job-arrangement.ts'
import { useJobs } from './jobs-queries.ts'

const parameter = 'job'

export function monitorAddress(jobId: string): string {
  return `${paths.monitor}?${parameter}=${encodeURIComponent(jobId)}`
}

/** Returns which job's details are open. The address contains it, so that a link and Back work. */
export function useOpenJob() {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (jobId: string | undefined) =>
      setSearch((previous) => withParameters(previous, { [parameter]: jobId })),
    [setSearch],
  )
  return [search.get(parameter) ?? undefined, open] as const
}

/** Returns which jobs are shown. The address contains it, so that it survives a reload; Back skips its changes. */
export function useJobFilter() {
  const [search, setSearch] = useSearchParams()
  const chosen = (value: string) => (value === 'all' ? undefined : value)
  const change = ({ show, kind }: JobFilter) =>
    setSearch((previous) => withParameters(previous, { show: chosen(show), kind: chosen(kind) }), {
      replace: true,
    })
  return [readJobFilter(search), change] as const
}

/** Links to the log of a sync, as long as its job has not been cleared or dismissed; limited users see no log. */
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
