import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { repeatWhile } from '../outside/repeat-while.ts'
import { isDiskFull } from './system-failures.ts'

/** Repeats `work` while the database is unavailable or full, for as long as `goesOn` returns true. */
export function repeatDuringOutage<T>(work: () => Promise<T>, goesOn: () => boolean): Promise<T> {
  const mayEnd = (error: unknown) => isDatabaseUnavailable(error) || isDiskFull(error)
  return repeatWhile(work, (error) => mayEnd(error) && goesOn())
}
