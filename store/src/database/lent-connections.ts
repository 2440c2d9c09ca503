import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/**
 * A statement that gets no response for this long casts doubt on its connection, and on those idle since before it
 * began.
 */
const doubtfulMs = 900
/** Pauses between tries while PostgreSQL has no free connection: doubled up to the longest. */
const pausesMs = { first: 50, longest: 1_000 }
/** The pool has the same time limit; this margin lets the pool's own error come first. */
const lateMs = 500

/** too_many_connections, and the codes that PgBouncer and limits of a role or database give. */
const noneLeft = new Set(['53300', '53400'])

/**
 * Lends connections of a pool to Kysely. While PostgreSQL has none left, callers wait up to `connectMs`. A connection
 * whose statement got no response in time (`query_timeout`) is discarded, since the response may still arrive; so are
 * connections that were idle meanwhile, which a failover may have silenced as well.
 */
export function lendConnections(pool: pg.Pool, connectMs: number): PostgresPool {
  const answeredAt = new WeakMap<pg.PoolClient, number>()
  const unanswered = new Set<{ sentAt: number }>()
  /** When the last statement was sent that got no response at all. */
  let lostAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => answeredAt.set(client, performance.now()))

  const isDoubtful = (client: pg.PoolClient): boolean => {
    const lastAnswer = answeredAt.get(client) ?? performance.now()
    const sentBefore = performance.now() - doubtfulMs
    const isDoubted = ({ sentAt }: { sentAt: number }) => lastAnswer < sentAt && sentAt < sentBefore
    return lastAnswer < lostAt || [...unanswered].some(isDoubted)
  }

  const lend = (client: pg.PoolClient): PostgresPoolClient => {
    let failure: unknown
    const ask = async (sql: string, parameters: readonly unknown[]) => {
      // The rollback of a transaction would wait on the same dead connection.
      if (failure !== undefined) throw failure
      const statement = { sentAt: performance.now() }
      unanswered.add(statement)
      try {
        const result = await client.query(sql, [...parameters])
        answeredAt.set(client, performance.now())
        return result
      } catch (error) {
        if (isLost(error)) {
          failure = error
          lostAt = Math.max(lostAt, statement.sentAt)
        } else answeredAt.set(client, performance.now())
        throw error
      } finally {
        unanswered.delete(statement)
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
        if (isBroken || failure !== undefined) discard(client)
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
          if (!isDoubtful(client)) return lend(client)
          discard(client)
        } catch (error) {
          if (!hasNoneLeft(error) || performance.now() > endsAt) throw error
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

function isLost(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

function hasNoneLeft(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    noneLeft.has(error.code)
  )
}
