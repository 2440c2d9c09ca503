import { listJobs } from '@dashboard/contract/jobs'
import {
  type BenchOptions,
  type BenchResult,
  limitRow,
  type MeasuredInTurn,
  measureInTurn,
} from '../bench-suite.ts'
import { insertJobs } from './measuring/fill-tables.ts'
import { databaseKinds, startOnPostgres } from './measuring/measured-dashboard.ts'
import { costOfListAfresh, costOfSingleAnswers, sizeOfAnswer } from './measuring/single-answers.ts'
import { directusPeer, startDirectus } from './peers/directus.ts'

/**
 * Compares the uncached list of jobs with Directus (`--peers`). Both read the same rows of the same PostgreSQL
 * database, one list after the other.
 */

const rounds = 5
const jobs = 100
const path = listJobs.path
/** Columns that the product's list is made from. */
const columns = [
  ...['id', 'type', 'target', 'targets', 'status', 'progress', 'step', 'retrying', 'dependsOn'],
  ...['startedAt', 'completedAt', 'elapsedTime', 'error', 'errorDetails', 'failureKind'],
  ...['cancelledBy', 'importId', 'reportsMade', 'githubRunId', 'githubRunUrl', 'createdBy'],
  ...['createdById', 'createdAt', 'updatedAt'],
]

export async function run({ peers, install }: BenchOptions): Promise<BenchResult> {
  if (!peers || !databaseKinds().includes('postgres')) return { rows: [] }
  const folder = install(directusPeer)
  const dashboard = await startOnPostgres()
  try {
    await insertJobs(dashboard, jobs)
    const directus = await startDirectus(folder, dashboard.databaseUrl)
    try {
      const { pid, token } = directus
      const query = `fields=${columns.join()}&sort=-sequence&limit=${jobs}`
      const list = { pid, token, url: `${directus.url}/items/jobs?${query}` }
      const costs = await measureInTurn(rounds, {
        product: () => costOfListAfresh(dashboard, path),
        directus: () => costOfSingleAnswers(list),
      })
      return compare(costs, {
        product: await sizeOfAnswer({ url: `${dashboard.url}${path}`, token: dashboard.token }),
        directus: await sizeOfAnswer(list),
      })
    } finally {
      await directus.stop()
    }
  } finally {
    await dashboard.stop()
  }
}

type Each = Record<'product' | 'directus', number>

function compare(costs: MeasuredInTurn<keyof Each>, bytes: Each): BenchResult {
  const row = (name: string, which: keyof Each) => {
    return [name, costs.medians[which].toFixed(0), String(bytes[which])]
  }
  return {
    rows: [
      limitRow(
        {
          what: 'jobs list, computed afresh, on PostgreSQL',
          against: 'Directus 12, the same rows',
        },
        costs.ratio('directus', 'product'),
        { atLeast: 2 },
      ),
    ],
    tables: [
      {
        title: `A list of ${jobs} jobs, computed afresh`,
        head: ['', 'μs of processor', 'bytes as sent'],
        rows: [row('the product', 'product'), row('Directus 12', 'directus')],
      },
    ],
  }
}
