import { listJobs } from '@dashboard/contract/jobs'
import { type BenchOptions, type BenchResult, limitRow, measureInTurn } from '../bench-suite.ts'
import { insertJobs } from './measuring/fill-tables.ts'
import { databaseKinds, startMeasured } from './measuring/measured-dashboard.ts'
import { sendRequests } from './measuring/send-requests.ts'
import { costOfListAfresh, costOfSingleAnswers } from './measuring/single-answers.ts'
import { directusPeer, startDirectus } from './peers/directus.ts'

/**
 * The list of jobs computed afresh, against Directus (`--peers`). Both read the same rows of the same PostgreSQL
 * database, one list after the other.
 */

const rounds = 5
const jobs = 100
const path = listJobs.path
/** What the product's list is made of. */
const columns = [
  ...['id', 'type', 'target', 'targets', 'status', 'progress', 'step', 'retrying', 'dependsOn'],
  ...['startedAt', 'completedAt', 'elapsedTime', 'error', 'errorDetails', 'failureKind'],
  ...['cancelledBy', 'importId', 'reportsMade', 'githubRunId', 'githubRunUrl', 'createdBy'],
  ...['createdById', 'createdAt', 'updatedAt'],
]

export async function run({ peers, install }: BenchOptions): Promise<BenchResult> {
  if (!peers || !databaseKinds().includes('postgres')) return { rows: [] }
  const folder = install(directusPeer)
  const dashboard = await startMeasured('postgres')
  try {
    await insertJobs(dashboard, jobs)
    const directus = await startDirectus(folder, dashboard.databaseUrl ?? '')
    try {
      const query = new URLSearchParams({
        ...{ fields: columns.join(','), sort: '-sequence', limit: String(jobs) },
      })
      const { pid, token } = directus
      const list = { pid, token, url: `${directus.url}/items/jobs?${query}` }
      const us = await measureInTurn(rounds, {
        product: () => costOfListAfresh(dashboard, path),
        directus: () => costOfSingleAnswers(list),
      })
      const answers = {
        product: await sizeOf(`${dashboard.url}${path}`, dashboard.token),
        directus: await sizeOf(list.url, token),
      }
      return compare(us, answers)
    } finally {
      await directus.stop()
    }
  } finally {
    await dashboard.stop()
  }
}

type Each = Record<'product' | 'directus', number>

async function sizeOf(url: string, token: string): Promise<number> {
  const sent = await sendRequests({ url, token, count: 1, connections: 1, etags: 'none' })
  return sent?.bytes ?? 0
}

function compare(us: Each, bytes: Each): BenchResult {
  const row = (name: string, which: keyof Each) => [
    ...[name, us[which].toFixed(0), String(bytes[which])],
  ]
  return {
    rows: [
      limitRow(
        {
          what: 'jobs list, computed afresh, on PostgreSQL',
          against: 'Directus 12, the same rows',
        },
        us.directus / us.product,
        { atLeast: 15 },
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
