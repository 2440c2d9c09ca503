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

/** The write lock was not free in time for a write in the queue; the message resembles SQLite's own "database is locked". */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
  readonly errcode = sqliteCode.busy

  constructor() {
    super('database is locked')
  }
}
