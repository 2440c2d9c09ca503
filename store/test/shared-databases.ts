import { join } from 'node:path'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { onTestFinished } from 'vitest'
import type { DatabaseSettings } from '../src/settings/settings.ts'
import { temporaryFolder } from './folder.ts'

/** Kinds of databases available on this machine, for tests in which several processes or threads open one database. */
export const sharedDatabases = ['sqlite', ...(hasPostgres() ? ['postgres'] : [])]

/** Creates an empty database of this kind, not yet migrated, which lasts until the end of the test. */
export async function makeSharedDatabase(kind: string): Promise<DatabaseSettings> {
  if (kind === 'sqlite') return { kind: 'sqlite', path: join(await temporaryFolder(), 'test.db') }
  const server = await startPostgres()
  if (!server) throw new Error('There is no PostgreSQL')
  onTestFinished(() => server.stop())
  return { kind: 'postgres', url: server.url }
}
