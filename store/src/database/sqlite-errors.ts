import { repeatWhile } from '../outside/repeat-while.ts'

/** SQLite's primary result codes, as `node:sqlite` gives them in `errcode`. */
export const sqliteCode = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const

export function sqliteCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
}

export function isSqliteBusy(error: unknown): boolean {
  return sqliteCodeOf(error) === sqliteCode.busy
}

const busyPauseMs = 10

/** Repeats `work` while SQLite is busy with another process, until `deadline` by the monotonic clock. */
export function repeatWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  const mayRepeat = (error: unknown) => isSqliteBusy(error) && performance.now() <= deadline
  return repeatWhile(work, mayRepeat, busyPauseMs)
}
