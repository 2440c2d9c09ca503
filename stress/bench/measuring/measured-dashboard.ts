import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import pg from 'pg'
import { signInByApi } from '../../../e2e/api-client.ts'
import { type Dashboard, startDashboard } from '../../../e2e/dashboard.ts'
import { createTestDatabase } from '../../../e2e/postgres-database.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** A server with a separate database, into which a suite may also write directly. */
export interface MeasuredDashboard extends Pick<Dashboard, 'url' | 'pid' | 'dataDir'> {
  token: string
  /** Runs SQL that both databases understand. */
  write(sql: string): Promise<void>
  stop(): Promise<void>
}

/** Returns the databases that this machine has. */
export function databaseKinds(): DatabaseKind[] {
  return hasPostgres() ? ['sqlite', 'postgres'] : ['sqlite']
}

export async function startMeasured(
  kind: DatabaseKind,
  environment: NodeJS.ProcessEnv = {},
): Promise<MeasuredDashboard> {
  return kind === 'sqlite' ? startOnSqlite(environment) : startOnPostgres(environment)
}

async function startOnSqlite(environment: NodeJS.ProcessEnv): Promise<MeasuredDashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  const dashboard = await startDashboard(environment, dataDir)
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { timeout: 10_000 })
  return {
    ...pick(dashboard),
    token: (await signInByApi(dashboard)).token,
    write: async (sql) => database.exec(sql),
    async stop() {
      database.close()
      await dashboard.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startOnPostgres(environment: NodeJS.ProcessEnv): Promise<MeasuredDashboard> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('There is no PostgreSQL server on this machine')
  const database = createTestDatabase(postgres)
  const settings = { ...environment, ...database.environment }
  const dashboard = await startDashboard(settings)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return {
    ...pick(dashboard),
    token: (await signInByApi(dashboard)).token,
    write: async (sql) => {
      await client.query(sql)
    },
    async stop() {
      await client.end()
      await dashboard.stop()
      await postgres.stop()
    },
  }
}

function pick({ url, pid, dataDir }: Dashboard) {
  return { url, pid, dataDir }
}
