import { expect, it } from 'vitest'
import { pollMs, presenceMs } from './limits.ts'

it('counts a user as watching until an idle page requests jobs or notices again', () => {
  expect(presenceMs).toBeGreaterThan(pollMs.jobsIdle)
  expect(presenceMs).toBeGreaterThan(pollMs.notices)
})
