import { databaseInstant } from '@dashboard/store/database/database-clock'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../../background/background-loop.ts'

/** A session that is used is written down this often at most: pages ask every few seconds. */
export const noteEveryMs = 5 * 60_000
/** An access token: who looks after it asks what has used it just now. */
const noteTokenEveryMs = 60_000
/** Those that are due within this time share one write. */
const gatherMs = 10_000

export interface SeenSession {
  id: string
  /** Milliseconds since 1970. */
  lastSeenAt: number
}

/** Whether a session has not been used for so long; never earlier, up to the time between notes later. */
export function isIdle({ lastSeenAt }: SeenSession, idleMs: number): boolean {
  return Date.now() - lastSeenAt > idleMs + noteEveryMs
}

interface Rules {
  db: Db
  log: { warn(details: object, message: string): void }
  everyMs: number
  /** In words, for the log. */
  what: string
  write: (ids: string[]) => Promise<unknown>
}

/** Keeps when rows were last used, without a write per request (docs/decisions/0042-sessions.md). */
export class LastSeen {
  readonly #everyMs: number
  readonly #write: Rules['write']
  readonly #noted = new Set<string>()
  readonly #loop: BackgroundLoop

  constructor({ everyMs, what, write, log }: Omit<Rules, 'db'>) {
    this.#everyMs = everyMs
    this.#write = write
    this.#loop = new BackgroundLoop({
      // A large import that is being written may keep it from it; the next request of each notes it again.
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
            // One that is being ended meanwhile must not be waited for, nor make its end wait.
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

  /** Writes what is not yet written. */
  async close(): Promise<void> {
    this.#loop.wake()
    await this.#loop.close()
  }

  note({ id, lastSeenAt }: SeenSession): void {
    // In the future once the clock was set back.
    if (Math.abs(Date.now() - lastSeenAt) >= this.#everyMs) this.#noted.add(id)
  }

  async #writeNoted(): Promise<unknown> {
    const ids = [...this.#noted]
    if (ids.length === 0) return 'idle'
    this.#noted.clear()
    return this.#write(ids)
  }
}
