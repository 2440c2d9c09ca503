import type { Job } from '@dashboard/contract/jobs'
import { getLookupOptions, startCongregationReport } from '@dashboard/contract/reports'
import { expect } from '@playwright/test'
import type { ApiClient } from './api-client.ts'

/** Queues one report job for this many congregations. */
export async function startReportJob(api: ApiClient, targets: number) {
  const { congregations } = (await api.call(getLookupOptions)).body
  const names = congregations.slice(0, targets)
  const { body } = await api.call(startCongregationReport, { body: { congregations: names } })
  return { jobId: body.jobId, names }
}

export function isUnderWay(job: Job): boolean {
  return job.status === 'running' && job.progress >= 10
}

/** Expects each report to exist once, with a file of the size in its row. */
export async function expectEachReportOnce(
  api: ApiClient,
  url: string,
  { names, targets }: { names: readonly string[]; targets: readonly string[] },
): Promise<void> {
  expect([...targets].sort()).toEqual([...names].sort())
  const reports = await api.reports()
  expect(reports).toHaveLength(names.length)
  for (const report of reports) {
    const response = await fetch(`${url}${report.downloadUrl}`, {
      headers: { authorization: `Bearer ${api.token}` },
    })
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBe(report.size)
  }
}
