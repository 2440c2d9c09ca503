import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@dashboard/contract/endpoint'
import {
  cancelAllJobs,
  cancelJob,
  clearCompletedJobs,
  isActive,
  listJobs,
} from '@dashboard/contract/jobs'
import { startExport, startExportAndImport } from '@dashboard/contract/sync'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import pg from 'pg'
import { type ApiClient, signInByApi } from '../../e2e/api-client.ts'
import { type Dashboard, startDashboard } from '../../e2e/dashboard.ts'
import {
  createRandom,
  problemsOf,
  type Random,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'

/** Starts and cancels jobs by three servers on one PostgreSQL (docs/torture.md). */

const servers = 3
const defaultMinutes = 1
/** 404 and 409 mean that another person was first. */
const expected = new Set([200, 202, 404, 409])

interface Tally {
  calls: number
  started: number
  cancelled: number
}

export async function run({ seed, minutes, print }: TortureOptions): Promise<TortureResult> {
  const checks = startChecks(print)
  const postgres = await startPostgres()
  if (!postgres) {
    print('not tried: there is no PostgreSQL here')
    return checks.result({})
  }
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-three-'))
  const dashboards: Dashboard[] = []
  try {
    const url = postgres.createDatabase()
    const environment = {
      DATABASE_URL: url,
      SESSION_SECRET: 'three servers share this secret, as they must',
      SPREADSHEET: `file:${join(folder, 'volunteers.csv')}`,
      ...(await noteStarts(folder)),
    }
    for (let index = 0; index < servers; index += 1) {
      dashboards.push(await startDashboard(environment, join(folder, `${index}`)))
    }
    const clients = await Promise.all(dashboards.map((dashboard) => signInByApi(dashboard)))
    const endsAt = Date.now() + (minutes ?? defaultMinutes) * 60_000
    const tally: Tally = { calls: 0, started: 0, cancelled: 0 }
    const random = createRandom(seed)
    const worked = await Promise.all(
      clients.map((client) => problemsOf(() => startAndCancel(client, { endsAt, random, tally }))),
    )
    checks.add('answers', worked.flat())
    checks.add('deadlocks', await problemsOf(() => findDeadlocks(url)))
    checks.add(
      'logs',
      dashboards.flatMap((dashboard) => dashboard.output().match(/.*(?:40P01|40001).*/g) ?? []),
    )
    checks.add('jobs', await problemsOf(() => endAll(clients)))
    const runners = await readStarts(folder)
    checks.add('starts', startedTwice(runners))
    return checks.result({ ...tally, runners: runners.length })
  } finally {
    for (const dashboard of dashboards) await dashboard.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Does what people on the Sync and Monitor pages do, until the time is over. */
async function startAndCancel(
  { call }: ApiClient,
  { endsAt, random, tally }: { endsAt: number; random: Random; tally: Tally },
): Promise<string[]> {
  const problems: string[] = []
  const press = async (endpoint: Endpoint, params?: Record<string, string>) => {
    const { status, body } = await call(endpoint, { ...(params && { params }) })
    tally.calls += 1
    if (!expected.has(status)) {
      problems.push(`${endpoint.path} answered ${status} ${JSON.stringify(body)}`)
    }
    return status
  }
  while (Date.now() < endsAt) {
    const start = random.pick([startExportAndImport, startExport])
    if ((await press(start)) === 202) tally.started += 1
    const { body } = await call(listJobs)
    const active = body.jobs.filter(isActive)
    if (random.next() < 0.2) await press(cancelAllJobs)
    else {
      for (const { id } of random.next() < 0.5 ? active : active.toReversed()) {
        if ((await press(cancelJob, { id })) === 200) tally.cancelled += 1
      }
    }
    if (random.next() < 0.1) await press(clearCompletedJobs)
  }
  return problems
}

const startsFile = (folder: string) => join(folder, 'starts')

/** Returns an environment in which each runner notes its job before anything else; servers pass it on. */
async function noteStarts(folder: string): Promise<NodeJS.ProcessEnv> {
  const file = join(folder, 'note-start.mjs')
  await writeFile(
    file,
    `import { appendFileSync } from 'node:fs'
const [, , command, jobId] = process.argv
if (command === 'run') appendFileSync(${JSON.stringify(startsFile(folder))}, jobId + '\\n')`,
  )
  return { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` }
}

/** Returns the ids of the jobs of all runners that were started. */
async function readStarts(folder: string): Promise<string[]> {
  return (await readFile(startsFile(folder), 'utf8')).split('\n').filter(Boolean)
}

/** No runner is lost in this suite, so each job has one try. */
function startedTwice(starts: readonly string[]): string[] {
  const jobs = new Set(starts)
  if (jobs.size === 0) return ['no runner was started']
  return jobs.size === starts.length ? [] : [`${starts.length} starts of ${jobs.size} jobs`]
}

async function findDeadlocks(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    const found = Number(rows[0]?.deadlocks)
    return found === 0 ? [] : [`${found} in the database`]
  } finally {
    await client.end()
  }
}

/** Cancels what is left; a sync must then still run. */
async function endAll([client]: ApiClient[]): Promise<string[]> {
  if (!client) return ['there is no server']
  await client.call(cancelAllJobs)
  const { exportJob, importJob } = await client.sync()
  return [exportJob, importJob]
    .filter(({ status }) => status !== 'completed')
    .map(({ type, error }) => `${type} failed: ${error}`)
}
