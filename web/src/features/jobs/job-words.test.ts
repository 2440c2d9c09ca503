import { FailureKind, type Job, JobType } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { findFailure } from '../sync/sync-run.ts'
import { describeEnded } from './job-changes.ts'
import {
  activeStep,
  failureAdvice,
  failureReason,
  harmlessText,
  hasMadeSomeReports,
  jobDuration,
  jobLabel,
  jobState,
  processingText,
  targetsSummary,
} from './job-words.ts'

describe('targetsSummary', () => {
  it.each([
    [[], ''],
    [['NY-1'], 'NY-1'],
    [['NY-1', 'NY-2'], 'NY-1 and NY-2'],
    [['NY-1', 'NJ 07, North', 'NY-3'], 'NY-1, NJ 07, North and 1 more'],
  ])('%j → %s', (targets, expected) => {
    expect(targetsSummary(targets)).toBe(expected)
  })
})

describe('processingText', () => {
  it('counts in the singular, the plural and the thousands', () => {
    expect(processingText('circuit', 1)).toBe('Processing 1 circuit')
    expect(processingText('congregation', 5000)).toBe('Processing 5,000 congregations')
  })
})

describe('activeStep', () => {
  it('says what the job does, or why it does nothing yet', () => {
    const queued = { status: 'queued', step: null, dependsOn: null } as const
    expect(activeStep(queued)).toBe('Waiting to start')
    expect(activeStep({ ...queued, dependsOn: 'x' })).toBe('Starts when the export completes')
    expect(activeStep({ ...queued, status: 'running' })).toBe('Starting')
    const step = 'Making report 7 of 40: NY-10'
    expect(activeStep({ ...queued, status: 'running', step })).toBe(step)
  })
})

describe('a job that is retrying an outside system', () => {
  it('names the system, and the number of tries', () => {
    const step = 'Reading volunteers from Locust'
    const running = { status: 'running', step, dependsOn: null } as const
    const retrying = { system: 'locust', attempt: 3, tries: 5 } as const
    expect(activeStep({ ...running, retrying })).toBe('Locust does not answer; try 3 of 5')
    expect(activeStep({ ...running, retrying: null })).toBe(step)
    expect(activeStep({ ...running, retrying: { ...retrying, system: 'spreadsheet' } })).toBe(
      'The spreadsheet service does not answer; try 3 of 5',
    )
  })
})

it('a type and a status that only a newer server has are shown unchanged, in gray', () => {
  const job = { type: 'audit-report', status: 'paused', failureKind: null, cancelledBy: null }
  expect(jobLabel(job as unknown as Job)).toBe('audit-report')
  expect(jobState(job as unknown as Job)).toEqual({ state: 'neutral', word: 'paused' })
})

describe('a cancelled job', () => {
  it('has failed, beside the name of the person who cancelled it', () => {
    const facts = { status: 'failed', error: 'Some sentence' } as const
    const cancelled = { ...facts, failureKind: 'cancelled', cancelledBy: 'Ada' } as const
    expect(jobState(cancelled)).toEqual({ state: 'failed', word: 'Failed' })
    expect(harmlessText(cancelled)).toBe('Cancelled by Ada')
    expect(failureReason(cancelled)).toBe('Cancelled by Ada')
    const elsewhere = { ...cancelled, cancelledBy: null }
    expect(harmlessText(elsewhere)).toBe('Cancelled outside the dashboard')
    expect(failureReason(elsewhere)).toBe('Cancelled outside the dashboard')
  })
})

describe('a job whose export did not complete', () => {
  it('did not run, and names who cancelled the export', () => {
    const facts = { status: 'failed', error: 'Some sentence', failureKind: 'dependency' } as const
    for (const cancelledBy of ['Ada', null]) {
      expect(harmlessText({ ...facts, cancelledBy })).toBe('Did not run')
    }
    expect(failureReason({ ...facts, cancelledBy: null })).toBe('Some sentence')
    expect(failureReason({ ...facts, cancelledBy: 'Ada' })).toBe(
      'Cancelled together with the export it waited for, by Ada',
    )
  })
})

describe('jobState', () => {
  it('has the words and colors of the specification, and gray for what it does not know', () => {
    const shown = ['queued', 'running', 'completed', 'failed', 'paused'].map((status) =>
      Object.values(jobState({ status })),
    )
    expect(shown).toEqual([
      ['waiting', 'Waiting'],
      ['running', 'Running'],
      ['success', 'Completed'],
      ['failed', 'Failed'],
      ['neutral', 'paused'],
    ])
  })
})

describe('jobDuration', () => {
  const startedAt = '2026-11-20T15:00:00.000Z'
  const nowMs = Date.parse('2026-11-20T15:02:05.000Z')

  it('prefers the recorded time, else counts from the start', () => {
    const running = { startedAt, completedAt: null, elapsedTime: null }
    expect(jobDuration(running, nowMs)).toBe('2m 5s')
    expect(jobDuration({ ...running, completedAt: '2026-11-20T15:00:45.000Z' }, nowMs)).toBe('45s')
    expect(jobDuration({ ...running, elapsedTime: '1h 3m' }, nowMs)).toBe('1h 3m')
  })

  it('is unknown before the start, and never negative', () => {
    expect(
      jobDuration({ startedAt: null, completedAt: null, elapsedTime: null }, nowMs),
    ).toBeUndefined()
    const future = '2026-11-20T15:03:00.000Z'
    expect(jobDuration({ startedAt: future, completedAt: null, elapsedTime: null }, nowMs)).toBe(
      '< 1s',
    )
  })
})

describe('hasMadeSomeReports', () => {
  it.each([
    [null, false],
    [{ made: 0, total: 40 }, false],
    [{ made: 1, total: 40 }, true],
    [{ made: 39, total: 40 }, true],
    [{ made: 40, total: 40 }, false],
    [{ made: 0, total: 0 }, false],
  ])('of %j: %j', (reports, expected) => {
    expect(hasMadeSomeReports({ reports })).toBe(expected)
  })
})

const failed = { status: 'failed', failureKind: 'other', reports: null } as const

describe('failureAdvice', () => {
  it('links to the page of an import that has to be confirmed again', () => {
    const cancelled = { ...failed, failureKind: 'cancelled' } as const
    expect(failureAdvice({ ...cancelled, type: 'import', retryableBy: 'nobody' })).toBe(
      'This import has changed nothing. An administrator can confirm it again on its page.',
    )
  })

  it('distinguishes a cancelled job from a failed dependency, whatever the type', () => {
    for (const type of JobType.options) {
      const job = { ...failed, type, reports: { made: 3, total: 40 } }
      expect(failureAdvice({ ...job, failureKind: 'cancelled' })).toBe('Retry it to start again.')
      expect(failureAdvice({ ...job, failureKind: 'dependency', retryableBy: 'nobody' })).toBe(
        'Its export says why. Run the sync again to start both.',
      )
    }
  })

  it('says what a failed export or import has left unchanged', () => {
    for (const failureKind of ['guard', 'unreadable-sheet', 'outside-system', 'other'] as const) {
      expect(failureAdvice({ ...failed, failureKind, type: 'import' })).toMatch(/changed nothing/)
      expect(failureAdvice({ ...failed, failureKind, type: 'export' })).toMatch(/last export/)
    }
  })

  it('names the Download Center only when the job has stored a report', () => {
    const advice = (made: number) =>
      failureAdvice({ ...failed, type: 'circuit-report', reports: { made, total: 3 } })
    expect(advice(0)).toBe('Retry it; if it fails again, the log below says where.')
    expect(advice(1)).toMatch(/^The reports made before are in the Download Center\. Retry failed/)
    expect(advice(2)).toBe(advice(1))
    expect(advice(3)).toBe('Its reports have all been made; they are in the Download Center.')
  })
})

describe('the wording of the server', () => {
  const sentences = [
    null,
    'Cancelled by Ada Lovelace',
    'The export it depends on failed',
    '40 of 40 reports failed: NY-1: It is no longer there.',
    '4 of 40 reports failed',
    'Quelque chose a mal tourné',
  ]
  const steps = [null, 'Making report 7 of 40: NY-10', 'Rapport 7 sur 40', 'Made all 40 reports']

  it.each(FailureKind.options)('decides nothing for %s', (failureKind) => {
    for (const type of JobType.options) {
      const reports = { made: 0, total: 40 }
      const facts = { id: 'a', status: 'failed' as const, targets: [], type, failureKind, reports }
      const said = sentences.flatMap((error) =>
        steps.map((step) => {
          const job = { ...facts, cancelledBy: null, error, step, progress: 97 }
          return JSON.stringify([
            failureAdvice(job),
            hasMadeSomeReports(job),
            harmlessText(job),
            describeEnded([job]),
            findFailure(['a'], [job])?.id,
          ])
        }),
      )
      expect([...new Set(said)]).toHaveLength(1)
      expect(said[0]).not.toContain('Download Center')
    }
  })
})
