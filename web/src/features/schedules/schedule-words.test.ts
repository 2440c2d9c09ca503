import type { ScheduleRun } from '@dashboard/contract/schedules'
import { shownClock, shownTime } from '@dashboard/store/test/shown-times'
import { describe, expect, it } from 'vitest'
import {
  daysText,
  pauseText,
  reportsText,
  runText,
  scheduleText,
  timeText,
} from './schedule-words.ts'

it.each([
  [[0, 1, 2, 3, 4, 5, 6], 'Every day'],
  [[1, 2, 3, 4, 5], 'Every Monday to Friday'],
  [[2, 3, 4], 'Every Tuesday to Thursday'],
  [[0, 5, 6], 'Every Friday to Sunday'],
  [[0, 6], 'Every Saturday and Sunday'],
  [[1, 2], 'Every Monday and Tuesday'],
  [[1, 3, 5], 'Every Monday, Wednesday and Friday'],
  [[0, 1], 'Every Monday and Sunday'],
  [[0], 'Every Sunday'],
])('the days %j are called %s', (days, text) => {
  expect(daysText(days)).toBe(text)
})

it.each(['00:00', '06:05', '12:30', '23:59'])('%s is shown as times are', (time) => {
  expect(timeText(time)).toBe(shownClock(time))
})

describe('when it runs next', () => {
  const weekdays = { days: [1, 2, 3, 4, 5], time: '06:00' }
  const words = `Every Monday to Friday at ${shownClock('06:00')}`
  // Thursday, 8:00 PM in New York, when it is Friday in UTC.
  const now = Date.parse('2026-11-20T01:00:00Z')

  it.each([
    ['2026-11-20T00:59:00.000Z', 'next: now'],
    ['2026-11-20T04:00:00.000Z', 'next: today'],
    ['2026-11-20T11:00:00.000Z', 'next: tomorrow'],
    ['2026-11-23T11:00:00.000Z', 'next: Monday'],
    ['2026-11-25T11:00:00.000Z', 'next: Wednesday'],
    ['2026-11-26T11:00:00.000Z', 'next: Nov 26, 2026'],
    [null, 'paused'],
  ])('%s is %s', (nextRunAt, text) => {
    expect(scheduleText({ ...weekdays, nextRunAt }, now)).toBe(`${words}, ${text}`)
  })
})

it('names the reports, and of many circuits the first', () => {
  expect(reportsText('none')).toBe('Makes no reports')
  expect(reportsText('outdated')).toBe('Then makes the reports again that are out of date')
  expect(reportsText(['NY-1'])).toBe('Then makes the reports of NY-1')
  expect(reportsText(['NY-1', 'NY-2'])).toBe('Then makes the reports of NY-1 and NY-2')
  expect(reportsText(['A', 'B', 'C', 'D', 'E'])).toBe(
    'Then makes the reports of A, B, C and 2 other circuits',
  )
})

it('says how a run ended, and whether it was late', () => {
  const run: ScheduleRun = {
    at: '2026-11-20T15:00:00.000Z',
    dueAt: '2026-11-20T11:00:00.000Z',
    jobId: 'a',
    outcome: 'completed',
    isMadeUp: false,
    outdated: null,
  }
  expect(runText(run)).toEqual({ state: 'success', text: 'completed' })
  expect(runText({ ...run, outcome: 'failed', isMadeUp: true })).toEqual({
    state: 'failed',
    text: `failed, made up for ${shownTime('2026-11-20 06:00')}`,
  })
  const changed = (reports: number, of: number) =>
    runText({ ...run, outdated: { reports, of } }).text
  expect(changed(3, 172)).toBe('completed, 3 of 172 reports have changed')
  expect(changed(1, 1)).toBe('completed, 1 of 1 report has changed')
  expect(changed(0, 0)).toBe('completed, no reports yet')
  expect(runText({ ...run, outcome: 'skipped' }).state).toBe('waiting')
  expect(runText({ ...run, outcome: 'missed' }).text).toContain('not running')
})

it('says since when and why all are paused', () => {
  const at = '2026-11-20T11:01:00.000Z'
  expect(pauseText({ reason: 'guard', at })).toBe(
    `Paused since ${shownTime('2026-11-20 06:01')}, when an import was stopped that would have removed or erased too much.`,
  )
  expect(pauseText({ reason: 'restore', at })).toContain('went back to an earlier import')
})
