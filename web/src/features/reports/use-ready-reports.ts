import type { Job } from '@dashboard/contract/jobs'
import { listReports, type ManyReports, type Report } from '@dashboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { reportsPolling } from '../../api/polling.ts'
import { serverNow } from '../../api/server-clock.ts'
import { findReadyReports, lastOrder } from './ready-reports.ts'
import { isWhole, toQuery } from './report-pages.ts'
import { useReports } from './reports-queries.ts'

interface ReadyReports {
  first: Report
  count: number
  many: ManyReports
}

/** The reports that were ordered last and are made, however many there are; `undefined` when none is. */
export function useReadyReports(jobs: readonly Job[]): ReadyReports | undefined {
  const all = useReports().data
  const isHere = all === undefined || isWhole(all)
  const filter = { jobs: [...lastOrder(jobs, serverNow())], stale: false }
  const made = useQuery({
    ...endpointQuery(listReports, { query: { ...toQuery(filter), limit: '1' } }),
    ...reportsPolling(false),
    enabled: !isHere,
  }).data
  if (isHere) {
    const ready = findReadyReports(jobs, all?.reports ?? [], serverNow())
    const many = { ids: ready.map(({ id }) => id) }
    return toReady(ready[0], ready.length, many)
  }
  return toReady(made?.reports[0], made?.total ?? 0, { filter })
}

function toReady(first: Report | undefined, count: number, many: ManyReports) {
  return first && { first, count, many }
}
