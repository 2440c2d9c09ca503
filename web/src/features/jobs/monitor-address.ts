import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '../../paths.ts'
import { type JobFilter, readJobFilter } from './job-arrangement.ts'

const parameter = 'job'

/** The monitor with the details of one job open. */
export function monitorAddress(jobId: string): string {
  return `${paths.monitor}?${parameter}=${encodeURIComponent(jobId)}`
}

/** Which job's details are open. It stands in the address, so that a link and Back work. */
export function useOpenJob() {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (jobId: string | undefined) =>
      setSearch((previous) => {
        const next = new URLSearchParams(previous)
        if (jobId === undefined) next.delete(parameter)
        else next.set(parameter, jobId)
        return next
      }),
    [setSearch],
  )
  return [search.get(parameter) ?? undefined, open] as const
}

/** Which jobs are shown. It stands in the address, so that it survives a reload; Back skips it. */
export function useJobFilter() {
  const [search, setSearch] = useSearchParams()
  const change = (filter: JobFilter) =>
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous)
        for (const [name, value] of Object.entries(filter)) {
          if (value === 'all') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return [readJobFilter(search), change] as const
}
