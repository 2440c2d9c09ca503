import type { Db } from '@dashboard/store/database/open-database'
import { AppError } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { networkOf } from '../http/network-of.ts'
import { findUserByUsername } from './users-queries.ts'

const longestUsername = 60
/** Each throttled network gets one entry in this time, since a refused client may go on for days. */
const throttledGapMs = 5 * 60_000
const maxNetworks = 10_000

const reasons: Record<number, string> = {
  400: 'wrong code',
  401: 'wrong username or password',
  403: 'inactive account',
  429: 'too many failed attempts',
}

interface Attempt {
  username: string
  ip: string
}

/**
 * Adds failed sign-ins to the audit log: under the username that was tried, about the user of that name if there is one
 * (docs/behavior.md#audit-log). Leaves out sign-ins that failed for a reason that is not the client's.
 */
export function createFailureAudit(db: Db) {
  const throttled = new Map<string, number>()

  const isRepeated = (ip: string, now: number): boolean => {
    const network = networkOf(ip)
    if (now - (throttled.get(network) ?? Number.NEGATIVE_INFINITY) < throttledGapMs) return true
    if (throttled.size >= maxNetworks) throttled.clear()
    throttled.set(network, now)
    return false
  }

  return async (error: unknown, { username, ip }: Attempt, audit: Audit<'session.failed'>) => {
    const status = error instanceof AppError ? error.status : 0
    const reason = reasons[status]
    if (reason === undefined || (status === 429 && isRepeated(ip, performance.now()))) return
    const user = await findUserByUsername(db, username)
    const name =
      username.length > longestUsername ? `${username.slice(0, longestUsername)}…` : username
    await audit(db, 'session.failed', {
      actor: { id: null, name },
      subject: user && `user:${user.id}`,
      details: { reason },
    })
  }
}
