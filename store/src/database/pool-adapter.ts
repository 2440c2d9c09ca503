import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { codeOf } from '../outside/error-code.ts'
import { isLost } from './database-errors.ts'

/** Pauses between tries while PostgreSQL has no free connection: doubled up to the longest. */
const pausesMs = { first: 50, longest: 1_000 }
/** The pool has the same time limit; this margin lets the pool's own error come first. */
const lateMs = 500

/** too_many_connections, and the codes that PgBouncer and limits of a role or database give. */
const noneLeft = new Set(['53300', '53400'])

/**
 * Provides connections of a pool to Kysely. While PostgreSQL has none left, callers wait up to `connectMs`. A statement
 * that got no response in time (`query_timeout`) renews the pool: its response may still arrive, and a failover may
 * have silenced the other connections as well.
 */
export function adaptPool(pool: pg.Pool, connectMs: number): PostgresPool {
  let trusted = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => trusted.add(client))

  const toPoolClient = (client: pg.PoolClient): PostgresPoolClient => {
    let failure: unknown
    const ask = async (sql: string, parameters: readonly unknown[]) => {
      // The rollback of a transaction would wait on the same dead connection.
      if (failure !== undefined) throw failure
      try {
        return await client.query(sql, [...parameters])
      } catch (error) {
        if (isLost(error)) {
          failure = error
          trusted = new WeakSet()
        }
        throw error
      }
    }
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query(sql: unknown, parameters: readonly unknown[] = []): unknown {
      if (typeof sql === 'string') return ask(sql, parameters)
      throw new Error('Rows are not streamed from PostgreSQL')
    }
    return {
      query,
      release(isBroken = false) {
        if (isBroken || !trusted.has(client)) discard(client)
        else client.release()
      },
    }
  }

  return {
    options: pool.options,
    async connect() {
      const endsAt = performance.now() + connectMs
      for (let pauseMs = pausesMs.first; ; pauseMs = Math.min(2 * pauseMs, pausesMs.longest)) {
        try {
          const client = await pool.connect()
          if (performance.now() > endsAt + lateMs) {
            client.release()
            throw new Error('timeout exceeded when trying to connect')
          }
          if (trusted.has(client)) return toPoolClient(client)
          discard(client)
        } catch (error) {
          if (!noneLeft.has(codeOf(error)) || performance.now() > endsAt) throw error
          await sleep(pauseMs * (0.5 + Math.random() / 2))
        }
      }
    },
    end: () => pool.end(),
  }
}

/** Closes a connection without notifying the other side, which may never receive it. */
function discard(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.connection.stream.destroy()
  client.release(true)
}
