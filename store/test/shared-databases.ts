import { join } from 'node:path'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { inject, onTestFinished } from 'vitest'
import type { DatabaseSettings } from '../src/settings/settings.ts'
import { temporaryFolder } from './folder.ts'

const ofProject = inject('testDatabase')

/**
 * Kinds of databases, for tests in which several processes or threads open one database: that of the Vitest project,
 * and in `programs` all that this machine has. PGlite cannot be opened twice.
 */
export const sharedDatabases = kinds()

function kinds(): string[] {
  if (ofProject === undefined) return ['sqlite', ...(hasPostgres() ? ['postgres'] : [])]
  return [/^postgres/.test(ofProject) && hasPostgres() ? 'postgres' : 'sqlite']
}

/** Creates an empty database of this kind, not yet migrated, which lasts until the end of the test. */
export async function makeSharedDatabase(kind: string): Promise<DatabaseSettings> {
  if (kind === 'sqlite') return { kind: 'sqlite', path: join(await temporaryFolder(), 'test.db') }
  const server = await startPostgres()
  if (!server) throw new Error('There is no PostgreSQL')
  onTestFinished(() => server.stop())
  return { kind: 'postgres', url: server.url }
}
