import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCircuitReport } from '@dashboard/contract/reports'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { signInByApi } from '../../e2e/api-client.ts'
import { startDashboard } from '../../e2e/dashboard.ts'
import { createTestDatabase, type TestDatabase } from '../../e2e/postgres-database.ts'
import {
  createRandom,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { findRunProblems, insertSchedules } from './schedules/due-schedules.ts'
import { startKilledServer } from './schedules/killed-server.ts'

const defaultMinutes = 10
/** A sync takes a few seconds, or half a minute if its runner has lost its server. */
const runsPerMinute = 3
const leadMs = 15_000
const settleMs = 240_000

/**
 * Runs two servers on one PostgreSQL and kills them at random while schedules are due: each schedule must run once,
 * with its jobs and its reports, or be recorded as skipped (docs/torture.md#schedules). `count` is the number of due
 * schedules.
 */
export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, minutes = defaultMinutes, count = Math.ceil(minutes * runsPerMinute) } = options
  const { print } = options
  const checks = startChecks(print)
  const postgres = await startPostgres()
  if (!postgres) {
    print('not tried: there is no PostgreSQL server on this machine')
    return checks.result({})
  }
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-schedules-'))
  const locust = await startLocustDouble({ rows: 60 })
  try {
    const database = createTestDatabase(postgres)
    const environment = {
      ...database.environment,
      LOCUST_URL: locust.url,
      LOCUST_TOKEN: locustToken,
      SPREADSHEET: `file:${join(folder, 'volunteers.csv')}`,
      STORAGE_URL: undefined,
      LOG_LEVEL: 'silent',
    }
    const earlierJobs = await makeFirstReport(environment, database)
    const everyMs = (minutes * 60_000) / count
    const first = Date.now() + leadMs
    const instants = Array.from({ length: count }, (_, index) =>
      Math.round(first + index * everyMs),
    )
    await insertSchedules(database, instants)
    const random = createRandom(seed)
    const killed = { environment, random, instants, print }
    const servers = [await startKilledServer(killed), await startKilledServer(killed)]
    await sleep((instants.at(-1) ?? first) + everyMs - Date.now())
    const kills = await Promise.all(servers.map((server) => server.spare()))
    await settle(database)
    const { problems, outcomes } = await findRunProblems(database, earlierJobs)
    checks.add(`${count} runs`, problems)
    checks.add('some runs were not skipped', outcomes.completed ? [] : ['none has completed'])
    for (const server of servers) await server.stop()
    return checks.result({ due: count, ...outcomes, kills: kills.join(' and ') })
  } finally {
    await locust.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a sync and makes a report, which later imports make outdated; returns their jobs. */
async function makeFirstReport(environment: NodeJS.ProcessEnv, { query }: TestDatabase) {
  const dashboard = await startDashboard(environment)
  const api = await signInByApi(dashboard)
  await api.sync()
  const [circuit] = await query<{ name: string }>('select name from circuits limit 1')
  const body = { circuits: [circuit?.name] }
  await api.waitForJob((await api.call(startCircuitReport, { body })).body.jobId)
  await dashboard.stop()
  return new Set((await query<{ id: string }>('select id from jobs')).map(({ id }) => id))
}

/** Waits until no work is in progress, and the reports of every completed run have been queued and made. */
async function settle({ query }: TestDatabase): Promise<void> {
  const deadline = Date.now() + settleMs
  while (Date.now() < deadline) {
    const left = await query(
      `select id from jobs where status in ('queued', 'running')
       union select id from schedule_runs where outcome = 'running'
         or (outcome = 'completed' and "reportJobIds" is null)
       union select id from schedules where "nextRunAt" = "createdAt"`,
    )
    if (left.length === 0) return
    await sleep(500)
  }
}
