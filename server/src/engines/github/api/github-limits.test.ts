import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { GithubLimits } from './github-limits.ts'

const now = 1_000_000_000_000
const headers = (remaining: number, secondsLeft: number) => ({
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(now / 1_000 + secondsLeft),
})

beforeEach(() => {
  vi.useFakeTimers({ now })
  onTestFinished(() => void vi.useRealTimers())
})

describe('the time between polls', () => {
  test.each([
    ['one request, most of the hour left', 1, headers(5_000, 3_600), 5_000],
    ['one request, nothing known yet', 1, undefined, 5_000],
    ['five requests for 500 jobs', 5, headers(5_000, 3_600), 5_000],
    ['five requests, half the hour’s left', 5, headers(2_500, 3_600), 9_000],
    ['one request, 860 left for an hour', 1, headers(860, 3_600), 10_000],
    ['one request, only the reserve left', 1, headers(500, 1_200), 1_200_000],
    ['the limit is about to begin anew', 1, headers(0, -1), 5_000],
    ['nonsense instead of figures', 1, { 'x-ratelimit-remaining': 'many' }, 5_000],
  ])('%s', (_what, requests, given, expected) => {
    const limits = new GithubLimits()
    limits.record(given)
    expect(limits.gapMs(requests, 5_000)).toBe(expected)
  })

  test('never lets 500 watched jobs use up the hour', () => {
    for (let remaining = 5_000; remaining > 0; remaining -= 50) {
      const limits = new GithubLimits()
      limits.record(headers(remaining, 3_600))
      const polls = 3_600_000 / limits.gapMs(6, 5_000)
      expect(polls * 6).toBeLessThanOrEqual(Math.max(remaining, 6))
    }
  })
})

test('a pause lasts until its end, the longest of several', () => {
  const limits = new GithubLimits()
  expect(limits.pausedUntil()).toBe(0)
  limits.pause(now + 60_000)
  limits.pause(now + 10_000)
  expect(limits.pausedUntil()).toBe(now + 60_000)
  vi.advanceTimersByTime(60_000)
  expect(limits.pausedUntil()).toBe(0)
})

test('says how many requests are left until the limit is reset', () => {
  const limits = new GithubLimits()
  expect(limits.requestsLeft()).toBeUndefined()
  limits.record(headers(4_321, 60))
  expect(limits.requestsLeft()).toBe(4_321)
  vi.advanceTimersByTime(60_000)
  expect(limits.requestsLeft()).toBeUndefined()
})
