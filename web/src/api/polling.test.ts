import type { JobStatus } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import {
  automationStatusPolling,
  jobDialogPolling,
  jobSyncPolling,
  jobsPolling,
  monitoringStatusPolling,
  reportsPolling,
} from './polling.ts'

describe('jobs', () => {
  const paceFor = (...statuses: JobStatus[]) =>
    jobsPolling.refetchInterval({
      state: { data: { jobs: statuses.map((status) => ({ status })) } },
    })

  it('are polled every 3 s while one is queued or running, else every 30 s', () => {
    expect(paceFor('completed', 'queued')).toBe(3_000)
    expect(paceFor('running')).toBe(3_000)
    expect(paceFor('completed', 'failed')).toBe(30_000)
    expect(paceFor()).toBe(30_000)
    expect(jobsPolling.refetchInterval({ state: { data: undefined } })).toBe(30_000)
  })
  it('are polled in the background, and are stale after 2 s', () => {
    expect(jobsPolling).toMatchObject({ refetchIntervalInBackground: true, staleTime: 2_000 })
  })
})

it('workflow runs are polled every 8 s, only while jobs are active', () => {
  expect(jobSyncPolling(true)).toMatchObject({ refetchInterval: 8_000, staleTime: 5_000 })
  expect(jobSyncPolling(false).refetchInterval).toBe(false)
})

it('an open job is polled every 3 s while active', () => {
  expect(jobDialogPolling(true)).toMatchObject({ refetchInterval: 3_000, staleTime: 1_000 })
  expect(jobDialogPolling(false).refetchInterval).toBe(false)
})

it('reports are polled as often as jobs', () => {
  expect(reportsPolling(true)).toMatchObject({ refetchInterval: 3_000, staleTime: 2_000 })
  expect(reportsPolling(false).refetchInterval).toBe(30_000)
})

it('automation is polled every 30 s, monitoring every 10 s', () => {
  expect(automationStatusPolling.refetchInterval).toBe(30_000)
  expect(monitoringStatusPolling.refetchInterval).toBe(10_000)
})
