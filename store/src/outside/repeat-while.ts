import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats `work` after a pause, for as long as `mayRepeat` returns true for its error. */
export async function repeatWhile<T>(
  work: () => T | Promise<T>,
  mayRepeat: (error: unknown) => boolean,
  pauseMs = 500,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!mayRepeat(error)) throw error
      await sleep(pauseMs)
    }
  }
}
