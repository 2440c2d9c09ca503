import type { PostgresServer } from '@dashboard/doubles/postgres/postgres-server'
import pg from 'pg'

/** Secret for sessions, used by all servers that share a database. */
export const sessionSecret = 'a secret that all servers of a spec share'

/** Database with the synced sample data on a server of `ownPostgres({ synced: true })`. */
export const syncedDatabase = 'synced'

/** Creates a separate database for one spec, with the settings that servers need to use it. */
export function createTestDatabase(
  postgres: Pick<PostgresServer, 'createDatabase'>,
  options?: Parameters<PostgresServer['createDatabase']>[0],
) {
  const url = postgres.createDatabase(options)
  return {
    url,
    environment: { DATABASE_URL: url, SESSION_SECRET: sessionSecret },
    /** Returns the rows of a query sent directly to the database. */
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

/** Expires the leases of killed runners now rather than in half a minute. */
export async function expireLeases({ query }: TestDatabase): Promise<void> {
  await query(`update jobs set "leaseExpiresAt" = '2020-01-01' where status = 'running'`)
}

/** Returns the id of the process that holds a running job. */
export async function findRunner({ query }: TestDatabase, jobId: string): Promise<number> {
  const [row] = await query<{ leaseOwner: string }>(
    `select "leaseOwner" from jobs where id = $1 and status = 'running'`,
    [jobId],
  )
  return Number(row?.leaseOwner.split('-')[0])
}
