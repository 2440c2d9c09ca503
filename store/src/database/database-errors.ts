import { tlsFaultOf } from '../outside/connection-reasons.ts'
import { codeOf } from '../outside/error-code.ts'
import { isSqliteBusy } from './sqlite-errors.ts'

/**
 * Codes for a connection that cannot be opened or has broken, and for statements that PostgreSQL has ended for taking
 * too long.
 */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  '25P03',
  // Changes are refused by a standby, as for a while around a failover.
  '25006',
])

/** Codes for a password, a database's name or a right that was not accepted. */
const refusals = new Set(['28P01', '28000', '3D000', '42501'])

/** Whether PostgreSQL or this side refuses the connection, so that waiting does not help. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message === 'The server does not support SSL connections') return true
  if (tlsFaultOf(error) !== undefined || isRefusedByPooler(error)) return true
  return refusals.has(codeOf(error))
}

/** Whether PgBouncer refuses the time limits of a connection, which it has to be set to ignore. */
export function isRefusedByPooler({ message }: Error): boolean {
  return message.startsWith('unsupported startup parameter')
}

/** Whether PostgreSQL's client has given up waiting for the response to a statement. */
export function isLost(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether a statement got no response from PostgreSQL, or PostgreSQL has ended it for taking too long. */
export function isUnanswered(error: unknown): boolean {
  return isLost(error) || codeOf(error) === '57014'
}

/** Whether the database is unreachable or too busy at present, so that a later try may succeed (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionRefused(error) || isUnanswered(error) || isSqliteBusy(error)) return true
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (unavailable.has(code) || code.startsWith('08')) return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}

export function isUniqueViolation(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (codeOf(error) === '23505') return true
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555)
}

/** Whether a second export or import was refused since one is active. */
export function isSecondActive(error: unknown): boolean {
  return violates(error, 'jobs_one_active', 'jobs.type')
}

/** Whether a second retry of a job was refused since one is active. */
export function isSecondRetry(error: unknown): boolean {
  return violates(error, 'jobs_one_active_retry', 'jobs.retryOf')
}

/** PostgreSQL names the unique index that was violated, SQLite its column. */
function violates(error: unknown, index: string, column: string): boolean {
  if (!isUniqueViolation(error)) return false
  if ('constraint' in error) return error.constraint === index
  return error.message === `UNIQUE constraint failed: ${column}`
}

/** Whether a statement violated a foreign key or a unique constraint, in either database. */
export function isConstraintViolation(error: unknown): boolean {
  if (isUniqueViolation(error)) return true
  if (codeOf(error) === '23503') return true
  return error instanceof Error && 'errcode' in error && error.errcode === 787
}
