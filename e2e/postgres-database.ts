import type { PostgresServer } from '@dashboard/doubles/postgres/postgres-server'
import pg from 'pg'

/** Signs on every server that shares a database. */
export const sessionSecret = 'a secret that all servers of a spec share'

/** The database in which a server of `ownPostgres({ synced: true })` holds the sample data. */
export const syncedDatabase = 'synced'

/** A database of its own for one spec, and what servers need to use it. */
export function createTestDatabase(
  postgres: PostgresServer,
  options?: Parameters<PostgresServer['createDatabase']>[0],
) {
  const url = postgres.createDatabase(options)
  return {
    url,
    environment: { DATABASE_URL: url, SESSION_SECRET: sessionSecret },
    /** What a query of the database itself answers. */
    async query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query<T>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
  }
}

export type TestDatabase = ReturnType<typeof createTestDatabase>

/** Lets the lease of killed runners run out now rather than in half a minute. */
export async function expireLeases({ query }: TestDatabase): Promise<void> {
  await query(`update jobs set "leaseExpiresAt" = '2020-01-01' where status = 'running'`)
}

/** The process that holds a running job. */
export async function findRunner({ query }: TestDatabase, jobId: string): Promise<number> {
  const [row] = await query<{ leaseOwner: string }>(
    `select "leaseOwner" from jobs where id = $1 and status = 'running'`,
    [jobId],
  )
  return Number(row?.leaseOwner.split('-')[0])
}
