import type { JobStatus, JobType } from '@dashboard/contract/jobs'
import type { Report } from '@dashboard/contract/reports'
import { expect, it } from 'vitest'
import { findReadyReports, newestBatch } from './ready-reports.ts'

const nowMs = Date.parse('2026-11-20T15:00:00.000Z')

function job(
  id: string,
  minutesAgo: number,
  overrides: { status?: JobStatus; type?: JobType; createdById?: string | null } = {},
) {
  const { status = 'completed', type = 'circuit-report', createdById = 'me' } = overrides
  const createdAt = new Date(nowMs - minutesAgo * 60_000).toISOString()
  const completedAt = status === 'running' ? null : createdAt
  return { id, type, status, createdAt, completedAt, createdById }
}

const reports = ['a', 'a', 'b', 'c', null].map((jobId, index) => ({
  id: `${index}`,
  jobId,
  current: true,
})) as Report[]

function ready(...jobs: ReturnType<typeof job>[]) {
  return findReadyReports(newestBatch(jobs, 'me', nowMs), reports).ready.map(({ id }) => id)
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

it('offers them only to the user who ordered them, whatever others order meanwhile', () => {
  expect(ready(job('a', 5, { createdById: 'colleague' }), job('b', 30))).toEqual(['2'])
  expect(ready(job('a', 5, { createdById: null }))).toEqual([])
  const theirs = { createdById: 'colleague', status: 'running' } as const
  expect(ready(job('x', 1, theirs), job('a', 5))).toEqual(['0', '1'])
})

it('offers nothing while another order of the user runs', () => {
  expect(ready(job('x', 1, { status: 'running' }), job('a', 5))).toEqual([])
  expect(ready(job('a', 5), job('x', 30, { status: 'running' }))).toEqual([])
})

it('offers what a failed job has made', () => {
  expect(ready(job('b', 5, { status: 'failed' }))).toEqual(['2'])
})

it('offers no reports that an import has since made out of date, but counts them', () => {
  const old = reports.map((report) => ({ ...report, stale: report.id === '0' }))
  const { ready, outdated } = findReadyReports([job('a', 5)], old)
  expect([ready.map(({ id }) => id), outdated]).toEqual([['1'], 1])
})

it('offers no version that another has superseded', () => {
  const older = reports.map((report) => ({ ...report, current: report.id !== '0' }))
  expect(findReadyReports([job('a', 5)], older).ready.map(({ id }) => id)).toEqual(['1'])
})

it('offers nothing while reports are made, a day later, or when they are gone', () => {
  expect(ready(job('x', 1, { status: 'running' }), job('a', 5))).toEqual([])
  expect(ready(job('a', 25 * 60))).toEqual([])
  expect(ready(job('gone', 5))).toEqual([])
  expect(ready()).toEqual([])
})
