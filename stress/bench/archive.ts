import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { downloadReports, type Report } from '@dashboard/contract/reports'
import { signInByApi } from '../../e2e/api-client.ts'
import { type BenchRow, limitRow, ratioInTurn } from '../bench-suite.ts'
import { insertReports } from './measuring/fill-tables.ts'
import { type MeasuredDashboard, startMeasured } from './measuring/measured-dashboard.ts'
import { processorMsOf } from './measuring/process-figures.ts'
import { sendRequests } from './measuring/send-requests.ts'

/** Compares a zip of many reports with reading the same files one by one. */

const rounds = 5
const count = 200
const bytes = 300 * 1_024

export async function run(): Promise<BenchRow[]> {
  const dashboard = await startMeasured('sqlite')
  try {
    await insertReports(dashboard, count)
    const reports = await (await signInByApi(dashboard)).reports()
    await mkdir(join(dashboard.dataDir, 'files/reports'), { recursive: true })
    // Uses the storage names of insertReports.
    for (const { id } of reports) await writeFile(join(dashboard.dataDir, 'files/reports', id), pdf)
    const firstBytes: number[] = []
    const ratio = await ratioInTurn(
      rounds,
      () => processorMsOf(dashboard.pid, () => readFiles(dashboard, reports)),
      () =>
        processorMsOf(dashboard.pid, async () => {
          firstBytes.push(await readArchive(dashboard, reports))
        }),
    )
    const what = `zip of ${count} × 300 KB`
    return [
      limitRow(
        { what, against: 'reading the files over the same server (processor time)' },
        ratio,
        { atLeast: 0.4 },
      ),
      limitRow({ what: `${what}, first byte`, against: '' }, Math.min(...firstBytes), {
        atMost: 50,
        unit: 'ms',
      }),
    ]
  } finally {
    await dashboard.stop()
  }
}

const pdf = Buffer.alloc(bytes, '%PDF-1.7 ')

async function readFiles(dashboard: MeasuredDashboard, reports: readonly Report[]): Promise<void> {
  for (const { downloadUrl } of reports) {
    const url = `${dashboard.url}${downloadUrl}`
    const sending = {
      url,
      token: dashboard.token,
      count: 1,
      connections: 1,
      etags: 'none',
    } as const
    await sendRequests(sending)
  }
}

/** Returns the milliseconds until the first byte. */
async function readArchive(dashboard: MeasuredDashboard, reports: readonly Report[]) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const startedAt = performance.now()
  let firstAt: number | undefined
  let received = 0
  const sent = request(
    `${dashboard.url}${downloadReports.path}`,
    {
      method: downloadReports.method,
      headers: {
        authorization: `Bearer ${dashboard.token}`,
        'content-type': 'application/json',
      },
    },
    (response) => {
      response.on('data', (piece: Buffer) => {
        firstAt ??= performance.now()
        received += piece.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (received < count * bytes) reject(new Error(`The archive has only ${received} bytes`))
        else resolve((firstAt ?? 0) - startedAt)
      })
    },
  )
  sent.on('error', reject)
  sent.end(JSON.stringify({ ids: reports.map(({ id }) => id) }))
  return promise
}
