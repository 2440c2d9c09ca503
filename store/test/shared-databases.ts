import { join } from 'node:path'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { onTestFinished } from 'vitest'
import type { DatabaseSettings } from '../src/settings/settings.ts'
import { temporaryFolder } from './folder.ts'

/** For tests in which several processes or threads open one database: which kinds this machine has. */
export const sharedDatabases = ['sqlite', ...(hasPostgres() ? ['postgres'] : [])]

/** An empty database of this kind, not yet migrated, until the end of the test. */
export async function makeSharedDatabase(kind: string): Promise<DatabaseSettings> {
  if (kind === 'sqlite') return { kind: 'sqlite', path: join(await temporaryFolder(), 'test.db') }
  const server = await startPostgres()
  if (!server) throw new Error('There is no PostgreSQL')
  onTestFinished(() => server.stop())
  return { kind: 'postgres', url: server.url }
}
