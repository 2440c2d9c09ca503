import { databaseInstant } from '@dashboard/store/database/database-clock'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'

/** A session that is used is written down this often at most: pages ask every few seconds. */
export const noteEveryMs = 5 * 60_000
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

/** Keeps when sessions were last used, without a write per request (docs/decisions/0042-sessions.md). */
export interface LastSeen {
  note(session: SeenSession): void
  /** Writes what has been noted; answers when that is done. */
  write(): Promise<void>
}

export function createLastSeen(db: Db, onError: (error: unknown) => void): LastSeen {
  const noted = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const ids = [...noted]
    noted.clear()
    // What could not be written is noted again with the next request.
    if (ids.length > 0) await writeLastSeen(db, ids).catch(onError)
  }
  return {
    note({ id, lastSeenAt }) {
      // In the future once the clock was set back.
      if (Math.abs(Date.now() - lastSeenAt) < noteEveryMs) return
      noted.add(id)
      timer ??= setTimeout(() => void write(), gatherMs).unref()
    },
    write,
  }
}

async function writeLastSeen(db: Db, ids: string[]): Promise<void> {
  await db
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
}
