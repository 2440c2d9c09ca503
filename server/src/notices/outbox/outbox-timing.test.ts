import { hourMs, minuteMs } from '@dashboard/contract/duration'
import { NoticeKind, noticeKinds } from '@dashboard/contract/notices'
import { waitBeforeRetry } from '@dashboard/store/outside/retry-with-backoff'
import { expect, test } from 'vitest'
import { isTooOld, outboxTiming } from './outbox-timing.ts'

test.each([
  [1, undefined, minuteMs / 2, minuteMs],
  [3, undefined, 2 * minuteMs, 4 * minuteMs],
  [20, undefined, 6 * hourMs, 6 * hourMs],
  [1, 10 * minuteMs, 10 * minuteMs, 10 * minuteMs],
  [1, 24 * hourMs, 6 * hourMs, 6 * hourMs],
])(
  'after try %i, asked to wait %s ms, the next follows in %i to %i ms',
  (tried, asked, least, most) => {
    const waitMs = waitBeforeRetry(tried, asked, outboxTiming)
    expect(waitMs).toBeGreaterThanOrEqual(least)
    expect(waitMs).toBeLessThanOrEqual(most)
  },
)

test('a message is tried for three days, a weekly mail for one, a heartbeat for an hour', () => {
  const createdAt = '2026-11-20T00:00:00.000Z'
  const news = { channel: 'email', purpose: 'notices', createdAt } as const
  const week = { ...news, purpose: 'week' } as const
  const heartbeat = { ...news, channel: 'heartbeat' } as const
  const after = (hours: number) => Date.parse(createdAt) + hours * hourMs
  expect(isTooOld(news, after(71))).toBe(false)
  expect(isTooOld(news, after(72))).toBe(true)
  expect(isTooOld(week, after(23))).toBe(false)
  expect(isTooOld(week, after(24))).toBe(true)
  expect(isTooOld(heartbeat, after(0.9))).toBe(false)
  expect(isTooOld(heartbeat, after(1))).toBe(true)
})

test('a problem and its end come under one choice', () => {
  const ofProblems = NoticeKind.options.filter((kind) => noticeKinds[kind].topic === 'problems')
  expect(ofProblems).toEqual([
    'sync-failed',
    'sync-skipped',
    'import-guard',
    'values-replaced',
    'schedule-missed',
    'data-old',
    'backup-failed',
    'backup-old',
    'codes-refused',
    'administrator-made',
    'password-set',
    'recovered',
  ])
})
