import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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
  limits.record({ 'x-ratelimit-remaining': 'many' })
  expect(limits.requestsLeft()).toBe(4_321)
  vi.advanceTimersByTime(60_000)
  expect(limits.requestsLeft()).toBeUndefined()
})
