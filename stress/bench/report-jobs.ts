import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDashboard } from '../../e2e/dashboard.ts'
import { type BenchResult, limitRow, measureInTurn } from '../bench-suite.ts'
import { openSqliteDatabase, type StoredDatabase } from '../torture/kills/stored-content.ts'
import { jobProgram, measureProcess } from './measuring/finished-process.ts'
import { measureRunnerMemory } from './measuring/runner-memory.ts'

/** Measures the process that makes reports: time to its first PDF, and its memory over many. */

const rounds = 15
const congregations = 500
const volunteersEach = 20

export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  try {
    const dashboard = await startDashboard({}, folder)
    await dashboard.stop()
    const database = openSqliteDatabase(folder)
    await insertPeople(database)
    const makeReports = async (count: number) => {
      const id = await insertJob(database, count)
      const figures = await measureProcess([jobProgram, 'run', id], { DATA_DIR: folder })
      await failUnlessMade(database, id, count)
      return figures
    }
    const costs = await measureInTurn(rounds, {
      first: async () => (await makeReports(1)).processorMs,
      empty: async () => (await measureProcess(['-e', ''])).processorMs,
    })
    const job = await insertJob(database, congregations)
    const memoryMb = await measureRunnerMemory(database, folder, job)
    await failUnlessMade(database, job, congregations)
    const start = { what: 'job process to its first PDF (processor time)' }
    return {
      rows: [
        limitRow({ ...start, against: 'an empty Node process' }, costs.ratio('first', 'empty'), {
          atMost: 7,
        }),
        limitRow({ what: `memory of a job of ${congregations} reports`, against: '' }, memoryMb, {
          atMost: 170,
          unit: 'MB',
        }),
      ],
      tables: [
        {
          title: 'A job process',
          head: ['', 'ms of processor'],
          rows: [
            ['a job of one report, start and end included', costs.medians.first.toFixed(0)],
            ['an empty Node process', costs.medians.empty.toFixed(0)],
          ],
        },
      ],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`

async function insertPeople({ query }: StoredDatabase): Promise<void> {
  const at = `'${new Date().toISOString()}'`
  await query(`insert into circuits (id, name, congregations)
    select 'circuit', 'NY-1', ${congregations} returning id`)
  await query(`${numbers(congregations)}
    insert into congregations (id, name, "circuitId", "createdAt")
    select 'congregation-' || i, 'Congregation ' || i, 'circuit', ${at} from n returning id`)
  await query(`${numbers(congregations * volunteersEach)}
    insert into volunteers (id, "locustId", "firstName", "lastName", "circuitId", "congregationId",
      "createdAt", "updatedAt")
    select 'volunteer-' || i, 'locust-' || i, 'Mia', 'Ortega ' || i, 'circuit',
      'congregation-' || (1 + i % ${congregations}), ${at}, ${at} from n returning id`)
}

/** Inserts a queued job for the first congregations; no server of the suite runs it. */
async function insertJob({ query }: StoredDatabase, count: number): Promise<string> {
  const id = randomUUID()
  const targets = Array.from({ length: count }, (_, index) => `Congregation ${index + 1}`)
  await query(`insert into jobs (id, type, sequence, target, targets, "createdAt", "updatedAt")
    select '${id}', 'congregation-report', coalesce(max(sequence), 0) + 1, 'Congregation 1',
      '${JSON.stringify(targets)}', '2026-01-01', '2026-01-01' from jobs returning id`)
  return id
}

async function failUnlessMade({ query }: StoredDatabase, job: string, count: number) {
  const [row] = await query<{ status: string; reportsMade: number }>(
    `select status, "reportsMade" from jobs where id = '${job}'`,
  )
  if (row?.status !== 'completed' || row.reportsMade !== count) {
    throw new Error(`The job made ${row?.reportsMade} of ${count} reports: ${row?.status}`)
  }
}
