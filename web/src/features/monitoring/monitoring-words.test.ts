import { describe, expect, it, test } from 'vitest'
import {
  backupText,
  channelStatus,
  intervalText,
  monitoringMode,
  preflightSummary,
  waitingText,
} from './monitoring-words.ts'

describe('intervalText', () => {
  it.each([
    [5_000, '5 s'],
    [59_999, '60 s'],
    [60_000, '1 min'],
    [120_000, '2 min'],
    [300_000, '5 min'],
    [90_000, '1.5 min'],
    [0, 'N/A'],
    [Number.NaN, 'N/A'],
  ])('%d ms is %s', (intervalMs, text) => {
    expect(intervalText(intervalMs)).toBe(text)
  })
})

describe('monitoringMode', () => {
  it('counts the users who watch', () => {
    expect(monitoringMode({ hasActiveUsers: true, activeUsers: 3 }).title).toBe(
      'Intensive monitoring active (3 users)',
    )
    expect(monitoringMode({ hasActiveUsers: true, activeUsers: 1 }).title).toBe(
      'Intensive monitoring active (1 user)',
    )
  })
  it('says when nobody does', () => {
    expect(monitoringMode({ hasActiveUsers: false, activeUsers: 0 })).toEqual({
      title: 'Background monitoring mode',
      detail: 'Reduced polling to save resources',
    })
  })
})

describe('preflightSummary', () => {
  const check = (ok: boolean) => ({ name: 'Storage', ok, message: 'So it is.', fix: null })
  it.each([
    [[check(true), check(true)], 'All 2 checks passed'],
    [[check(true), check(false)], '1 of 2 checks found a problem'],
  ])('counts the problems', (checks, text) => {
    expect(preflightSummary(checks)).toBe(text)
  })
})

describe('backupText', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  it.each([
    [{ lastAt: null, ageSeconds: null, hasFailed: false }, 'No backup yet'],
    [
      { lastAt: '2026-11-21T09:00:00.000Z', ageSeconds: 10_800, hasFailed: false },
      'Last backup: 3 hours ago',
    ],
    [
      { lastAt: '2026-11-21T09:00:00.000Z', ageSeconds: 10_800, hasFailed: true },
      "Last backup: 3 hours ago. The last try failed; the server's log says why.",
    ],
  ])('%j', (backup, text) => {
    expect(backupText(backup, now)).toBe(text)
  })
})

const failure = { message: 'It cannot be reached.', at: '2026-11-20', nextTryAt: null }

test.each([
  [{ isConfigured: false, lastSentAt: null, failure }, 'Not set up'],
  [{ isConfigured: true, lastSentAt: null, failure: null }, 'Set up'],
  [{ isConfigured: true, lastSentAt: '2026-11-20', failure: null }, 'Working'],
  [{ isConfigured: true, lastSentAt: '2026-11-20', failure }, 'Failing'],
])('a channel with %j is called %s', (state, word) => {
  expect(channelStatus(state).word).toBe(word)
})

test('waiting notices are counted', () => {
  expect([0, 1, 2000].map(waitingText)).toEqual(['', ' · 1 waiting', ' · 2,000 waiting'])
})
