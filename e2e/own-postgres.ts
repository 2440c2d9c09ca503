import {
  makePostgresData,
  type PostgresCertificates,
  type PostgresServer,
  startPostgres,
} from '@dashboard/doubles/postgres/postgres-server'
import { test } from '@playwright/test'
import { startDashboard } from './dashboard.ts'
import { createTestDatabase, syncedDatabase } from './postgres-database.ts'
import { type Makers, sharedFolder } from './shared-folder.ts'
import { syncOnce } from './synced-data.ts'

/**
 * Starts a PostgreSQL server for one spec. Creating its data takes as long as starting a dashboard, so it is done once
 * per run.
 */
export async function startSpecPostgres(
  certificates?: PostgresCertificates,
): Promise<PostgresServer> {
  return startOn(await sharedFolder('postgres'), certificates)
}

async function startOn(data: string, certificates?: PostgresCertificates): Promise<PostgresServer> {
  const server = await startPostgres({ data, ...(certificates && { certificates }) })
  if (!server) throw new Error('There is no PostgreSQL server on this machine')
  return server
}

export const postgresFolders: Makers = {
  postgres: async (folder) => makePostgresData(folder),
  'synced-postgres': makeSyncedData,
}

/** Creates the data of a server whose `syncedDatabase` contains the synced sample data. */
async function makeSyncedData(folder: string): Promise<void> {
  const server = await startSpecPostgres()
  try {
    const { environment } = createTestDatabase(server, { name: syncedDatabase })
    const dashboard = await startDashboard(environment)
    try {
      await syncOnce(dashboard)
    } finally {
      await dashboard.stop()
    }
    await server.halt('politely')
    server.copyData(folder)
  } finally {
    await server.stop()
  }
}

/**
 * Declares a PostgreSQL server for a single spec file, started before its tests and stopped after them; with `synced`
 * it has a `syncedDatabase`. Everything that uses it must be stopped after each test. The returned object can be used
 * while tests run.
 */
export function ownPostgres({
  synced = false,
} = {}): Pick<PostgresServer, 'createDatabase' | 'halt' | 'start'> {
  let started: PostgresServer | undefined
  const running = () => {
    if (!started) throw new Error('PostgreSQL starts before the first test')
    return started
  }
  test.beforeAll(async () => {
    started = synced
      ? await startOn(await sharedFolder('synced-postgres'))
      : await startSpecPostgres()
  })
  test.afterAll(() => started?.stop())
  return {
    createDatabase: (options) => running().createDatabase(options),
    halt: (how) => running().halt(how),
    start: () => running().start(),
  }
}
