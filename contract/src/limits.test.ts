import { expect, it } from 'vitest'
import {
  callListLimits,
  listedNotices,
  pageLimit,
  passkeyLimits,
  pollMs,
  presenceMs,
  uploadedSheet,
} from './limits.ts'

it('counts a user as watching until an idle page requests jobs or notices again', () => {
  expect(presenceMs).toBeGreaterThan(pollMs.jobsIdle)
  expect(presenceMs).toBeGreaterThan(pollMs.notices)
})

it('has the promised limits of lists and files', () => {
  expect(pageLimit.default).toBe(100)
  expect(listedNotices).toBe(20)
  expect(passkeyLimits.nameLength).toBe(60)
  expect(callListLimits).toMatchObject({ people: 500, listed: 200, wrongNumbers: 1_000 })
  expect(callListLimits.wanted).toEqual({ min: 1, max: 20, default: 2 })
  expect(uploadedSheet).toMatchObject({ maxUnpackedBytes: 104_857_600, readingMs: 10_000 })
})
