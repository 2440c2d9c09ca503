import type { JobStatus } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { chooseSync, findFailure, importedText, queuedText } from './sync-run.ts'

describe('chooseSync', () => {
  it('follows the boxes', () => {
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

describe('findFailure', () => {
  function job(id: string, status: JobStatus, error: string | null, dependsOn: string | null) {
    return { id, status, error, dependsOn }
  }
  const started = ['export', 'import']

  it('blames the export, not the import that waited for it', () => {
    const jobs = [
      job('import', 'failed', 'The export it depends on failed', 'export'),
      job('export', 'failed', 'Locust did not answer', null),
    ]
    expect(findFailure(started, jobs)?.id).toBe('export')
  })

  it('blames the import when only that failed', () => {
    const jobs = [
      job('import', 'failed', "Column 'Circuit' is missing", 'export'),
      job('export', 'completed', null, null),
    ]
    expect(findFailure(started, jobs)?.id).toBe('import')
  })

  it('is silent about cancelled, foreign and unended jobs', () => {
    const jobs = [
      job('import', 'failed', 'The export it depends on failed', 'export'),
      job('export', 'failed', 'Cancelled by Ada Lovelace', null),
      job('other', 'failed', 'x', null),
    ]
    expect(findFailure(started, jobs)).toBeUndefined()
    expect(findFailure(started, [job('export', 'running', null, null)])).toBeUndefined()
  })
})
