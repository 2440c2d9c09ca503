import { type PostgresServer, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { test } from '@playwright/test'

/**
 * Declares a PostgreSQL of a spec file's own, started before its tests and stopped after them. Stop what
 * uses it after each test. What is answered can be used once the first test runs.
 */
export function ownPostgres(): PostgresServer {
  let started: PostgresServer | undefined
  const running = () => {
    if (!started) throw new Error('There is no PostgreSQL server on this machine')
    return started
  }
  test.beforeAll(async () => {
    started = await startPostgres()
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
