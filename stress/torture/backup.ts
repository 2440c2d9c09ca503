import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCircuitReport } from '@dashboard/contract/reports'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { signInByApi } from '../../e2e/api-client.ts'
import { startDashboard } from '../../e2e/dashboard.ts'
import { startProgram } from '../../e2e/server-program.ts'
import {
  createRandom,
  problemsOf,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { restoreUnderWay } from './backup/under-way.ts'
import { openSqliteDatabase, tablesThatDiffer } from './kills/stored-content.ts'

const defaultKills = 50
const jobMs = 600_000
const comparedTables = [
  'users',
  'circuits',
  'congregations',
  'volunteers',
  'reports',
  'cart_locations',
]

/**
 * Kills backups and restores at random moments. After each kill, the data folder holds exactly its former content or
 * the restored content, every backup with its final name is complete, and the server starts (docs/torture.md).
 */
export async function run({
  seed,
  count = defaultKills,
  print,
}: TortureOptions): Promise<TortureResult> {
  const random = createRandom(seed)
  const checks = startChecks(print)
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-backup-'))
  const dataDir = join(folder, 'data')
  const locust = await startLocustDouble({ rows: 1_500 })
  const environment = {
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
  }
  const figures = { 'backups killed': 0, 'restores killed': 0, 'ended before the kill': 0 }
  try {
    await tryUnderWay(checks, print)
    await fill(environment, dataDir)
    const path = join(folder, 'good')
    const wholeMs = await timed(() => succeed('backup', environment, path))
    const restoreMs = await timed(() =>
      succeed('restore', { DATA_DIR: join(folder, 'other') }, path),
    )
    const original = await contentOf(dataDir)
    for (let index = 0; index < count; index++) {
      const isRestore = index % 2 === 1
      const target = join(folder, `try-${index}`)
      const words: [string, ...string[]] = isRestore ? [path, '--replace'] : [target]
      const program = startProgram(isRestore ? 'restore' : 'backup', environment, ...words)
      // Loading the program takes a third of the time.
      await sleep(random.between(0.3, 1.05) * (isRestore ? restoreMs : wholeMs))
      program.kill()
      const { code } = await program.ended
      figures[isRestore ? 'restores killed' : 'backups killed'] += 1
      if (code !== null) figures['ended before the kill'] += 1
      const problems = await problemsOf(async () => {
        const server = await startDashboard(environment, dataDir)
        await server.stop()
        const differing = tablesThatDiffer(original, await contentOf(dataDir), comparedTables)
        const lost = differing.map((table) => `${table} is another one`)
        if (!isRestore && existsSync(target)) {
          await succeed('restore', { DATA_DIR: join(folder, `from-${index}`) }, target)
        }
        return [...lost, ...(await findLeftovers(dataDir)), ...(await findLeftovers(folder))]
      })
      checks.add(`kill ${index + 1} of ${isRestore ? 'a restore' : 'a backup'}`, problems)
    }
    return checks.result(figures)
  } finally {
    await locust.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Tries backups while work is in progress, for both databases and both storages; PostgreSQL is left out where it is not
 * installed.
 */
async function tryUnderWay(checks: ReturnType<typeof startChecks>, print: (line: string) => void) {
  const postgres = await startPostgres()
  if (!postgres) print('not tried: PostgreSQL, which is not installed on this machine')
  try {
    for (const database of postgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
      for (const storage of ['disk', 's3'] as const) {
        const problems = await problemsOf(() => restoreUnderWay([database, storage], postgres))
        checks.add(`a backup of ${database} and ${storage} under way`, problems)
        if (problems.length === 0)
          print(`a backup of ${database} and ${storage} under way is whole`)
      }
    }
  } finally {
    await postgres?.stop()
  }
}

/** Runs a sync and makes some reports. */
async function fill(environment: NodeJS.ProcessEnv, dataDir: string): Promise<void> {
  const dashboard = await startDashboard(environment, dataDir)
  const api = await signInByApi(dashboard)
  await api.sync()
  const circuits = await openSqliteDatabase(dataDir).query<{ name: string }>(
    'select name from circuits limit 5',
  )
  const body = { circuits: circuits.map(({ name }) => name) }
  const { jobId } = (await api.call(startCircuitReport, { body })).body
  await api.waitForJob(jobId, undefined, jobMs)
  await dashboard.stop()
}

async function contentOf(dataDir: string) {
  return openSqliteDatabase(dataDir).readContent()
}

async function findLeftovers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir)
  return names
    .filter((name) => /^\.|^restore-journal|\.part$/.test(name))
    .map((name) => `${name} is left`)
}

async function succeed(
  name: 'backup' | 'restore',
  environment: NodeJS.ProcessEnv,
  ...words: string[]
): Promise<void> {
  const { code, printed } = await startProgram(name, environment, ...words).ended
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${printed}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
