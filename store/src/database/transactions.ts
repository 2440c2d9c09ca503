import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../outside/error-code.ts'
import type { Db } from './open-database.ts'

const maxTries = 4
const maxPauseMs = 50

const endings = new WeakMap<Db, Map<number, () => Promise<unknown>>>()

/**
 * Runs `work` in the transaction `db`, or in a new one if `db` is not a transaction. A new one that PostgreSQL ends to
 * resolve a deadlock or a conflict is tried again three times, so `work` may run more than once.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        const last = new Map<number, () => Promise<unknown>>()
        endings.set(tx, last)
        const result = await work(tx)
        for (const [, run] of [...last].sort(([one], [other]) => one - other)) await run()
        return result
      })
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error
      await sleep(Math.random() * maxPauseMs * tries)
    }
  }
}

/**
 * Runs `run` once, right before the transaction commits, in the order of `rank`: whatever takes a lock that many
 * transactions take belongs there. Returns `false` outside of `inTransaction`.
 */
export function beforeCommit(tx: Db, rank: number, run: () => Promise<unknown>): boolean {
  return endings.get(tx)?.set(rank, run) !== undefined
}

/** Whether PostgreSQL has ended a transaction for a deadlock, or because it cannot be serialized with another one. */
function isConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(codeOf(error))
}
