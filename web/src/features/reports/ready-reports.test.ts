import type { JobStatus, JobType } from '@dashboard/contract/jobs'
import type { Report } from '@dashboard/contract/reports'
import { expect, it } from 'vitest'
import { findReadyReports } from './ready-reports.ts'

const nowMs = Date.parse('2026-11-20T15:00:00.000Z')

function job(
  id: string,
  minutesAgo: number,
  overrides: { status?: JobStatus; type?: JobType } = {},
) {
  const { status = 'completed', type = 'circuit-report' } = overrides
  const createdAt = new Date(nowMs - minutesAgo * 60_000).toISOString()
  return { id, type, status, createdAt, completedAt: status === 'running' ? null : createdAt }
}

const reports = ['a', 'a', 'b', 'c', null].map((jobId, index) => ({
  id: `${index}`,
  jobId,
})) as Report[]

function ready(...jobs: ReturnType<typeof job>[]) {
  return findReadyReports(jobs, reports, nowMs).map(({ id }) => id)
}

it('offers what the last order made, of both kinds where there were two', () => {
  expect(ready(job('a', 5), job('c', 30))).toEqual(['0', '1'])
  expect(ready(job('b', 5, { type: 'congregation-report' }), job('a', 5.5))).toEqual([
    '0',
    '1',
    '2',
  ])
  expect(ready(job('import', 1, { type: 'import' }), job('a', 5))).toEqual(['0', '1'])
})

it('offers what a failed job has made', () => {
  expect(ready(job('b', 5, { status: 'failed' }))).toEqual(['2'])
})

it('offers nothing that an import has made old since', () => {
  const old = reports.map((report) => ({ ...report, stale: report.id === '0' }))
  expect(findReadyReports([job('a', 5)], old, nowMs).map(({ id }) => id)).toEqual(['1'])
})

it('offers nothing while reports are made, a day later, or when they are gone', () => {
  expect(ready(job('x', 1, { status: 'running' }), job('a', 5))).toEqual([])
  expect(ready(job('a', 25 * 60))).toEqual([])
  expect(ready(job('gone', 5))).toEqual([])
  expect(ready()).toEqual([])
})
