import { listAuditEntries } from '@dashboard/contract/audit'
import { getCoverage } from '@dashboard/contract/coverage'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { listJobs } from '@dashboard/contract/jobs'
import { deleteAllReports, getLookupOptions, listReports } from '@dashboard/contract/reports'
import { type BenchRow, limitRow, ratioInTurn } from '../bench-suite.ts'
import {
  insertAuditEntries,
  insertJobs,
  insertPlaces,
  insertReports,
  raiseVersion,
} from './measuring/fill-tables.ts'
import { type MeasuredDashboard, startMeasured } from './measuring/measured-dashboard.ts'
import { processorMsOf } from './measuring/process-figures.ts'
import { sendRequests } from './measuring/send-requests.ts'

/** Measures how responses grow with ten times as many rows, both uncached and when nothing has changed. */

const rounds = 3
const computedPerRound = 3
const unchangedPerRound = 500
const sizes = { small: 10_000, large: 100_000 }

/** Lists to measure, with the version that forces them to be computed again, if there is one. */
const measured: readonly [string, Endpoint, string, ('jobs' | 'reports')?][] = [
  ['jobs list', listJobs, '?limit=500', 'jobs'],
  ['reports list', listReports, '', 'reports'],
  ['coverage board', getCoverage, '', 'jobs'],
  ['look-up options', getLookupOptions, ''],
  ['audit log', listAuditEntries, ''],
  ['search of the audit log', listAuditEntries, '?action=job.cancel'],
]

export async function run(): Promise<BenchRow[]> {
  const small = await startFilled(sizes.small)
  const large = await startFilled(sizes.large)
  try {
    const rows: BenchRow[] = []
    for (const [what, { path }, query, version] of measured) {
      const address = `${path}${query}`
      const computed = await ratioInTurn(
        rounds,
        () => costComputed(large, address, version),
        () => costComputed(small, address, version),
      )
      rows.push(growthRow(`${what}, computed`, computed, 12))
      if (version === undefined) continue
      const same = await ratioInTurn(
        rounds,
        () => costUnchanged(large, address),
        () => costUnchanged(small, address),
      )
      // The ratio should be 1, within the difference between two measurements of the same work.
      rows.push(growthRow(`${what}, unchanged`, same, 1.3))
    }
    const deletion = (await costOfDeletion(large)) / (await costOfDeletion(small))
    // Ten times the reports, plus the cost of larger indexes.
    rows.push(growthRow('deletion of all reports', deletion, 12))
    return rows
  } finally {
    await small.stop()
    await large.stop()
  }
}

function growthRow(what: string, ratio: number, atMost: number): BenchRow {
  return limitRow({ what: `${what}, 100,000 rows`, against: '10,000 rows' }, ratio, { atMost })
}

async function startFilled(count: number): Promise<MeasuredDashboard> {
  const dashboard = await startMeasured('sqlite')
  await insertJobs(dashboard, count)
  await insertReports(dashboard, count)
  await insertPlaces(dashboard, count)
  await insertAuditEntries(dashboard, count)
  await dashboard.write('analyze')
  return dashboard
}

async function costComputed(
  dashboard: MeasuredDashboard,
  address: string,
  version: 'jobs' | 'reports' | undefined,
): Promise<number> {
  const total = await processorMsOf(dashboard.pid, async () => {
    for (let index = 0; index < computedPerRound; index += 1) {
      // The coverage board depends on both versions.
      if (version !== undefined) {
        await raiseVersion(dashboard, 'jobs')
        await raiseVersion(dashboard, 'reports')
      }
      await sendRequests({ ...sendingTo(dashboard, address), count: 1, etags: 'none' })
    }
  })
  return total / computedPerRound
}

async function costUnchanged(dashboard: MeasuredDashboard, address: string): Promise<number> {
  // The first response of each connection is sent in full, and computed once.
  const sending = { ...sendingTo(dashboard, address), etags: 'known' } as const
  await sendRequests({ ...sending, count: 1 })
  const total = await processorMsOf(dashboard.pid, () =>
    sendRequests({ ...sending, count: unchangedPerRound }),
  )
  return total / unchangedPerRound
}

/** Measures deleting rows whose files are gone already: the storage's cost does not belong to the server. */
async function costOfDeletion(dashboard: MeasuredDashboard): Promise<number> {
  return processorMsOf(dashboard.pid, async () => {
    const response = await fetch(`${dashboard.url}${deleteAllReports.path}`, {
      method: deleteAllReports.method,
      headers: { authorization: `Bearer ${dashboard.token}` },
    })
    if (!response.ok) throw new Error(`Deleting was answered ${response.status}`)
  })
}

function sendingTo({ url, token }: MeasuredDashboard, address: string) {
  return { url: `${url}${address}`, token, connections: 1 }
}
