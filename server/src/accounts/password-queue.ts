import { createSemaphore } from '@dashboard/store/semaphore'
import { tooMany } from '../http/app-error.ts'

/**
 * Runs a costly computation, at most two at once: more of them would block every file read of the process, which shares
 * their threads. Others wait; throws 429 when too many do (docs/accounts.md#sessions).
 */
export const inPasswordQueue = createSemaphore(2, {
  // Some three seconds of work.
  maxWaiting: 100,
  refuse: () => tooMany('Too many people are logging in right now. Try again in a moment.', 2),
})
