import { listJobs } from '@dashboard/contract/jobs'
import { startExport } from '@dashboard/contract/sync'
import { type OutsideSystems, startOutsideSystems } from '@dashboard/doubles/outside-systems'
import type { PostgresServer } from '@dashboard/doubles/postgres/postgres-server'
import { expect } from '@playwright/test'
import { type ApiClient, signInByApi } from '../../api-client.ts'
import { type Dashboard, startDashboard } from '../../dashboard.ts'
import { startSpecPostgres } from '../../own-postgres.ts'
import { test } from '../../reused-page.ts'

/** Only one of two servers polls GitHub at a time; when it is killed, the other continues. */

const watchedMs = 15_000

let postgres: PostgresServer
let outside: OutsideSystems
let servers: Dashboard[]

test.beforeAll(async () => {
  postgres = await startSpecPostgres()
  // No machine ever takes the run, so that there is always a run to poll.
  outside = await startOutsideSystems({ databaseUrl: postgres.createDatabase(), machines: 0 })
  servers = await Promise.all([
    startDashboard(outside.environment),
    startDashboard(outside.environment),
  ])
})

test.afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()))
  await outside?.close()
  await postgres?.stop()
})

/** Counts how often GitHub is polled for its runs while somebody watches jobs on each of the servers. */
async function countPolls(users: readonly ApiClient[]): Promise<number> {
  const before = outside.github.count('list-runs')
  const until = Date.now() + watchedMs
  while (Date.now() < until) {
    await Promise.all(users.map((user) => user.call(listJobs)))
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
  return outside.github.count('list-runs') - before
}

test('GitHub is asked as often by two servers as by one', async () => {
  const users = await Promise.all(servers.map((server) => signInByApi(server)))
  const { body } = (await users[0]?.call(startExport)) ?? {}
  expect(body?.jobId).toBeTruthy()
  await expect.poll(() => outside.github.count('dispatch')).toBe(1)
  // Polls occur every five seconds; one more is allowed, depending on when counting begins.
  const polls = await countPolls(users)
  expect(polls).toBeGreaterThanOrEqual(2)
  expect(polls).toBeLessThanOrEqual(watchedMs / 5_000 + 1)

  const [killed, left] = servers
  const [, watching] = users
  await killed?.kill()
  if (!left || !watching) throw new Error('There are two servers')
  // If the silent server held the lease, another one takes over after 15 seconds.
  await countPolls([watching])
  const after = await countPolls([watching])
  expect(after).toBeGreaterThanOrEqual(2)
  expect(after).toBeLessThanOrEqual(watchedMs / 5_000 + 1)
  expect(outside.github.count('dispatch')).toBe(1)
})
