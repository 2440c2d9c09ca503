import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { isDiskFull } from './system-failures.ts'

const pauseMs = 500

/** Repeats `work` while the database is unavailable or full, for as long as `goesOn` returns true. */
export async function repeatDuringOutage<T>(
  work: () => Promise<T>,
  goesOn: () => boolean,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const mayEnd = isDatabaseUnavailable(error) || isDiskFull(error)
      if (!mayEnd || !goesOn()) throw error
      await sleep(pauseMs)
    }
  }
}
