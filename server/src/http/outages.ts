import {
  isConnectionRefused,
  isDatabaseUnavailable,
  isUnanswered,
} from '@dashboard/store/database/database-errors'
import { isSqliteBusy } from '@dashboard/store/database/sqlite-errors'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { type AppError, unavailable } from './app-error.ts'

export const diskIsFull =
  'The disk of the server is full, so nothing can be saved. Free some space on it; the server then continues by itself.'

const databaseBusy =
  'The database is busy with an import or another program at the moment. Try again.'

const databaseUnanswered = 'The database did not answer in time. Try again.'

const databaseRefuses =
  "The server cannot log in to the database: a certificate, the password, a right or the database's name has changed. The server's log says which; an administrator has to look into it."

const retryAfterSeconds = 30

/** Returns the 503 for a failure of database or disk; `undefined` for any other error. */
export function recognizeOutage(error: unknown): AppError | undefined {
  if (isDiskFull(error)) return unavailable(diskIsFull, retryAfterSeconds, error)
  if (isSqliteBusy(error)) return unavailable(databaseBusy, 5, error)
  if (isConnectionRefused(error)) return unavailable(databaseRefuses, retryAfterSeconds, error)
  if (!isDatabaseUnavailable(error)) return undefined
  if (isUnanswered(error)) return unavailable(databaseUnanswered, 5, error)
  return unavailable('The database cannot be reached at the moment. Try again.', 5, error)
}
