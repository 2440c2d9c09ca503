import type { JobStatus, JobType } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { changedPaths, describeEnded, findEnded, tabStatus } from './job-changes.ts'

function job(id: string, status: JobStatus, type: JobType = 'export', targets: string[] = []) {
  return { id, status, type, targets, failureKind: null }
}

describe('findEnded', () => {
  const seen = (id: string, status: JobStatus, day: number) => ({
    id,
    status,
    createdAt: `2026-11-0${day}T00:00:00.000Z`,
  })
  const before = [
    seen('d', 'running', 5),
    seen('c', 'completed', 4),
    seen('b', 'queued', 3),
    seen('a', 'running', 2),
  ]
  const endedOf = (jobs: typeof before) => findEnded(before, jobs).map(({ id }) => id)

  it('finds ended jobs that were active or are new, not those that had ended before', () => {
    const now = [
      seen('e', 'completed', 6),
      seen('d', 'running', 5),
      seen('c', 'completed', 4),
      seen('b', 'failed', 3),
      seen('a', 'completed', 2),
    ]
    expect(endedOf(now)).toEqual(['e', 'b', 'a'])
  })

  it('finds a job that began before others and is first seen after its end', () => {
    const started = { ...seen('run', 'completed', 4), createdAt: '2026-11-04T12:00:00.000Z' }
    expect(endedOf([...before.filter(({ status }) => status !== 'queued'), started])).toEqual([
      'run',
    ])
  })

  it('does not find an older job that enters the list when others are removed', () => {
    expect(endedOf([seen('d', 'running', 5), seen('z', 'failed', 1)])).toEqual([])
  })
})

describe('changedPaths', () => {
  it('refreshes the reports when a job completes', () => {
    const paths = changedPaths([job('a', 'completed', 'circuit-report')])
    expect(paths).toContain('/api/reports')
    // The reports that were out of date are no longer.
    expect(paths).toContain('/api/automation-status')
  })

  it('refreshes the choices after an import and the sync times after export and import', () => {
    expect(changedPaths([job('a', 'completed', 'import')])).toEqual([
      '/api/reports',
      '/api/coverage',
      '/api/circuits',
      '/api/automation-status',
      '/api/imports',
      '/api/schedules',
      '/api/lookup-options',
      '/api/volunteers',
    ])
    expect(changedPaths([job('a', 'failed', 'export')])).not.toContain('/api/reports')
  })

  it('refreshes reviews and imports after each step of a sync, and only then', () => {
    expect(changedPaths([job('a', 'completed', 'review')])).toContain('/api/imports')
    expect(changedPaths([job('a', 'completed', 'circuit-report')])).not.toContain('/api/imports')
  })

  it('refreshes the reports after a failed report job, which may have made some', () => {
    expect(changedPaths([job('a', 'failed', 'congregation-report')])).toContain('/api/reports')
  })
})

describe('describeEnded', () => {
  it('names one or two jobs and counts more', () => {
    expect(describeEnded([job('a', 'completed', 'circuit-report', ['NY-1'])])).toBe(
      'Circuit report for NY-1 completed. Ready to download on the Reports page.',
    )
    const failed = job('a', 'failed', 'import')
    expect(describeEnded([failed])).toBe('Import to SMPW Dashboard failed.')
    expect(describeEnded([{ ...failed, failureKind: 'cancelled' }])).toBe(
      'Import to SMPW Dashboard was cancelled.',
    )
    expect(describeEnded([{ ...failed, failureKind: 'dependency' }])).toBe(
      'Import to SMPW Dashboard did not run.',
    )
    expect(describeEnded([job('a', 'completed'), job('b', 'failed'), job('c', 'completed')])).toBe(
      '2 jobs completed. 1 job failed.',
    )
    const cancelled = { ...job('d', 'failed'), failureKind: 'cancelled' as const }
    expect(describeEnded([cancelled, job('a', 'completed'), job('b', 'failed')])).toBe(
      '1 job completed. 1 job failed. 1 job cancelled.',
    )
  })
})

describe('tabStatus', () => {
  it('counts running jobs, else waiting ones', () => {
    expect(tabStatus([job('a', 'completed')])).toBeUndefined()
    expect(tabStatus([job('a', 'queued'), job('b', 'queued')])).toBe('2 jobs waiting')
    expect(tabStatus([job('a', 'queued'), job('b', 'running')])).toBe('1 job running')
  })
})
