import { databaseInstant } from '@dashboard/store/database/database-clock'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { isDiskFull } from '@dashboard/store/failures/system-failures'

/** The shortest time between two writes of when a session was used: pages send requests every few seconds. */
export const recordEveryMs = 5 * 60_000

/** The same for an access token, whose owner should see its last use at once. */
const recordTokenEveryMs = 60_000

export interface SeenSession {
  id: string
  /** Milliseconds since 1970. */
  lastSeenAt: number
}

/**
 * Whether a session has not been used for this time. The result never comes too early, and comes too late by at most
 * the time between writes.
 */
export function isIdle({ lastSeenAt }: SeenSession, idleMs: number): boolean {
  return Date.now() - lastSeenAt > idleMs + recordEveryMs
}

interface Log {
  warn(details: object, message: string): void
}

/** Records when rows were last used, without a write per request (docs/accounts.md#sessions). */
export interface LastSeen {
  /** Writes that the row is used now, unless it was written a short while ago; no request waits for it. */
  record(row: SeenSession): void
  /** Waits for writes under way. */
  close(): Promise<unknown>
}

export function lastSeenOfSessions(db: Db, log: Log): LastSeen {
  return createLastSeen(log, recordEveryMs, (id) =>
    db
      .updateTable('sessions')
      .set({ lastSeenAt: databaseInstant(db) })
      .where('id', '=', id)
      .execute(),
  )
}

export function lastUseOfTokens(db: Db, log: Log): LastSeen {
  return createLastSeen(log, recordTokenEveryMs, (id) =>
    db
      .updateTable('access_tokens')
      .set({ lastUsedAt: databaseInstant(db) })
      .where('id', '=', id)
      .execute(),
  )
}

function createLastSeen(
  log: Log,
  everyMs: number,
  write: (id: string) => Promise<unknown>,
): LastSeen {
  const writing = new Map<string, Promise<unknown>>()
  const writeNow = async (id: string) => {
    try {
      await write(id)
    } catch (error) {
      // A large import may block the write; the next request then writes it.
      if (isDatabaseUnavailable(error) || isDiskFull(error)) return
      log.warn({ err: error }, 'The last use of a session could not be written')
    } finally {
      writing.delete(id)
    }
  }
  return {
    record({ id, lastSeenAt }) {
      const isRecent = Date.now() - lastSeenAt < everyMs
      if (!isRecent && !writing.has(id)) writing.set(id, writeNow(id))
    },
    close: () => Promise.all(writing.values()),
  }
}
