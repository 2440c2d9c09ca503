import { databaseInstant } from '@dashboard/store/database/database-clock'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../../background/background-loop.ts'

/** The shortest time between two writes of when a session was used: pages send requests every few seconds. */
export const noteEveryMs = 5 * 60_000
/** The same for an access token, whose owner wants to see what has used it just now. */
const noteTokenEveryMs = 60_000
/** Uses that are due within this time are written together. */
const gatherMs = 10_000

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
  return Date.now() - lastSeenAt > idleMs + noteEveryMs
}

interface Rules {
  db: Db
  log: { warn(details: object, message: string): void }
  everyMs: number
  /** Names the rows in log messages. */
  what: string
  write: (ids: string[]) => Promise<unknown>
}

/** Records when rows were last used, without a write per request (docs/decisions/0042-sessions.md). */
export class LastSeen {
  readonly #everyMs: number
  readonly #write: Rules['write']
  readonly #noted = new Set<string>()
  readonly #loop: BackgroundLoop

  constructor({ everyMs, what, write, log }: Omit<Rules, 'db'>) {
    this.#everyMs = everyMs
    this.#write = write
    this.#loop = new BackgroundLoop({
      // A large import may block the write; the next request of each session then records it again.
      run: () => this.#writeNoted(),
      everyMs: gatherMs,
      failed: `When ${what} were last used could not be written`,
      log,
    })
  }

  static ofSessions({ db, log }: Pick<Rules, 'db' | 'log'>): LastSeen {
    const write = (ids: string[]) =>
      db
        .updateTable('sessions')
        .set({ lastSeenAt: databaseInstant(db) })
        .where('id', 'in', (select) =>
          select
            .selectFrom('sessions')
            .select('id')
            .where('id', 'in', ids)
            // A row that is being deleted meanwhile is skipped, so that neither transaction waits for the other.
            .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
        )
        .execute()
    return new LastSeen({ everyMs: noteEveryMs, what: 'sessions', write, log })
  }

  static ofTokens({ db, log }: Pick<Rules, 'db' | 'log'>): LastSeen {
    const write = (ids: string[]) =>
      db
        .updateTable('access_tokens')
        .set({ lastUsedAt: databaseInstant(db) })
        .where('id', 'in', (select) =>
          select
            .selectFrom('access_tokens')
            .select('id')
            .where('id', 'in', ids)
            .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
        )
        .execute()
    return new LastSeen({ everyMs: noteTokenEveryMs, what: 'access tokens', write, log })
  }

  open(): void {
    this.#loop.open()
  }

  /** Writes what has not been written yet. */
  async close(): Promise<void> {
    this.#loop.wake()
    await this.#loop.close()
  }

  note({ id, lastSeenAt }: SeenSession): void {
    // The last use lies in the future when the clock was set back.
    if (Math.abs(Date.now() - lastSeenAt) >= this.#everyMs) this.#noted.add(id)
  }

  async #writeNoted(): Promise<unknown> {
    const ids = [...this.#noted]
    if (ids.length === 0) return 'idle'
    this.#noted.clear()
    return this.#write(ids)
  }
}
