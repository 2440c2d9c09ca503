import { tooMany } from '../http/app-error.ts'

const atOnce = 2
/** Some three seconds of work. */
const mostWaiting = 100

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a costly computation, at most two at once: more of them would block every file read of the process, which shares
 * their threads. Others wait; throws 429 when too many do (docs/behavior.md#sessions).
 */
export async function inPasswordQueue<T>(compute: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else await waitForTurn()
  try {
    return await compute()
  } finally {
    // The place passes to the next, so that no other call takes it before that resumes.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function waitForTurn(): Promise<void> {
  if (waiting.length >= mostWaiting) {
    throw tooMany('Too many people are logging in right now. Please try again in a moment.', 2)
  }
  return new Promise((resolve) => waiting.push(resolve))
}
