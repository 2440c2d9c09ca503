import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { signInByApi } from '../../../e2e/api-client.ts'
import { type Dashboard, startDashboard } from '../../../e2e/dashboard.ts'
import { openPostgresDatabase, openSqliteDatabase } from '../../torture/kills/stored-content.ts'

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
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  const postgres = kind === 'postgres' ? await startPostgres() : undefined
  const database = postgres
    ? openPostgresDatabase(postgres.createDatabase())
    : openSqliteDatabase(dataDir)
  const dashboard = await startDashboard({ ...environment, ...database.environment }, dataDir)
  const { url, pid } = dashboard
  return {
    url,
    pid,
    dataDir,
    token: (await signInByApi(dashboard)).token,
    write: async (sql) => {
      await database.query(sql)
    },
    async stop() {
      await dashboard.stop()
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
