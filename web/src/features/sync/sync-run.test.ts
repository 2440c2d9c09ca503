import type { FailureKind, JobStatus } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { chooseSync, currentSync, findFailure, importedText, queuedText } from './sync-run.ts'

describe('chooseSync', () => {
  it('follows the checkboxes', () => {
    expect(chooseSync({ export: true, import: true })).toBe('export-and-import')
    expect(chooseSync({ export: true, import: false })).toBe('export')
    expect(chooseSync({ export: false, import: true })).toBe('import')
    expect(chooseSync({ export: false, import: false })).toBeUndefined()
  })
})

describe('texts', () => {
  it('names the job as the monitor does, and counts', () => {
    expect(queuedText('0d3c5c1e-aaaa-bbbb-cccc-0123456789ab')).toBe('Job #9ab queued.')
    expect(importedText(3000, 12)).toBe('Imported 3,000 rows and synchronized 12 circuits.')
    expect(importedText(1, 1)).toBe('Imported 1 row and synchronized 1 circuit.')
  })
})

describe('currentSync', () => {
  const job = (id: string, status: JobStatus, dependsOn: string | null = null) => {
    const type = id.startsWith('report') ? ('circuit-report' as const) : ('export' as const)
    return { id, type, status, dependsOn }
  }
  const ids = (...jobs: ReturnType<typeof job>[]) => currentSync(jobs).map(({ id }) => id)

  it('still shows the completed export while its import runs', () => {
    const older = job('older', 'completed')
    const waiting = job('import', 'queued', 'export')
    expect(ids(waiting, job('export', 'running'), older)).toEqual(['export', 'import'])
    const running = job('import', 'running', 'export')
    expect(ids(running, job('export', 'completed'), older)).toEqual(['export', 'import'])
    const done = job('import', 'completed', 'export')
    expect(ids(done, job('export', 'completed'), older)).toEqual([])
  })

  it('leaves reports out, and an export that was cleared', () => {
    expect(ids(job('report', 'running'), job('import', 'running', 'gone'))).toEqual(['import'])
  })
})

describe('findFailure', () => {
  function job(id: string, status: JobStatus, failureKind: FailureKind | null = null) {
    return { id, status, failureKind }
  }
  const started = ['export', 'import']

  it('returns the failed export, not the import that waited for it', () => {
    const exported = job('export', 'failed', 'other')
    for (const failureKind of ['dependency', null] as const) {
      const jobs = [job('import', 'failed', failureKind), exported]
      expect(findFailure(started, jobs)?.id).toBe('export')
    }
  })

  it('returns the import when only that failed', () => {
    const jobs = [job('import', 'failed', 'guard'), job('export', 'completed')]
    expect(findFailure(started, jobs)?.id).toBe('import')
  })

  it('returns no cancelled, foreign or active job, nor an import that did not run', () => {
    const waited = job('import', 'failed', 'dependency')
    const jobs = [waited, job('export', 'failed', 'cancelled'), job('other', 'failed')]
    expect(findFailure(started, jobs)).toBeUndefined()
    expect(findFailure(started, [waited])).toBeUndefined()
    expect(findFailure(started, [job('export', 'running')])).toBeUndefined()
  })
})
