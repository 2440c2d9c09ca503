import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs parts of large files one after the other, however many files are made at once, and serves other requests in
 * between.
 */
export function runInTurn<T>(part: () => Promise<T>): Promise<T> {
  const done = last.then(() => setImmediate()).then(part)
  last = done.catch(() => undefined)
  return done
}
