import { tooMany } from '../http/app-error.ts'

const atOnce = 2
const waitingAtMost = 20

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a costly computation, at most two at once: more of them would hold up every file read of the
 * process, which shares their threads. Throws 429 when too many wait already.
 */
export async function inPasswordQueue<T>(compute: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) {
      throw tooMany('Too many people are logging in right now. Please try again in a moment.', 2)
    }
    // Whoever ends hands its place over, so that nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await compute()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
