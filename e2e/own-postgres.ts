import {
  makePostgresData,
  type PostgresCertificates,
  type PostgresServer,
  startPostgres,
} from '@dashboard/doubles/postgres/postgres-server'
import { test } from '@playwright/test'
import { madeOnce } from './shared-folder.ts'

/** A PostgreSQL of a spec's own. Making its data takes as much as a dashboard's start: the run does it once. */
export async function startSpecPostgres(
  certificates?: PostgresCertificates,
): Promise<PostgresServer> {
  const emptyData = await madeOnce('postgres', async (folder) => makePostgresData(folder))
  const server = await startPostgres({ emptyData, ...(certificates && { certificates }) })
  if (!server) throw new Error('There is no PostgreSQL server on this machine')
  return server
}

/**
 * Declares a PostgreSQL of a spec file's own, started before its tests and stopped after them. Stop what
 * uses it after each test. What is answered can be used once the first test runs.
 */
export function ownPostgres(): PostgresServer {
  let started: PostgresServer | undefined
  const running = () => {
    if (!started) throw new Error('PostgreSQL starts before the first test')
    return started
  }
  test.beforeAll(async () => {
    started = await startSpecPostgres()
  })
  test.afterAll(() => started?.stop())
  return {
    get url() {
      return running().url
    },
    createDatabase: () => running().createDatabase(),
    halt: (how) => running().halt(how),
    start: () => running().start(),
    stop: () => running().stop(),
  }
}
