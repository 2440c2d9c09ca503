import { describe, expect, it } from 'vitest'
import {
  activeStep,
  failureAdvice,
  hasMadeReports,
  jobDuration,
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

describe('hasMadeReports', () => {
  const failed = { type: 'circuit-report', error: 'away', progress: 0, step: null } as const

  it('is so once the job has passed its first target', () => {
    expect(hasMadeReports(failed)).toBe(false)
    expect(hasMadeReports({ ...failed, progress: 50 })).toBe(true)
    expect(hasMadeReports({ ...failed, step: 'Making report 2 of 500: NY-2' })).toBe(true)
    expect(hasMadeReports({ ...failed, step: 'Making report 1 of 500: NY-1' })).toBe(false)
  })

  it('is not so when every report failed, nor for other jobs', () => {
    const progress = 97
    expect(hasMadeReports({ ...failed, progress, error: '40 of 40 reports failed: x' })).toBe(false)
    expect(hasMadeReports({ ...failed, progress, error: '4 of 40 reports failed: x' })).toBe(true)
    expect(hasMadeReports({ ...failed, progress, type: 'export' })).toBe(false)
  })
})

describe('failureAdvice', () => {
  const failed = { type: 'import', progress: 0, step: null } as const

  it('tells a cancelled job, a failed dependency and a bad sheet apart', () => {
    expect(failureAdvice({ ...failed, error: 'Cancelled by Ada Lovelace' })).toMatch(/^Retry/)
    expect(failureAdvice({ ...failed, error: 'The export it depends on failed' })).toMatch(/export/)
    expect(failureAdvice({ ...failed, error: "Column 'Circuit' is missing" })).toMatch(
      /has changed nothing/,
    )
  })
})
