import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchOptions, type BenchRow, limitRow, median } from '../bench-suite.ts'
import { percentile } from '../torture/load/latencies.ts'
import { insertReports } from './measuring/fill-tables.ts'
import { type MeasuredDashboard, startMeasured } from './measuring/measured-dashboard.ts'

/**
 * Measures responses while the daily sweep searches 100,000 report files for those without a row, and how long a start
 * takes with that many files.
 */

const reports = 100_000
const orphans = 400
const orphanAgeMs = 3_600_000
const starts = 5
const askEveryMs = 5
/** The sweep begins a minute after a start. */
const maxMs = 10 * 60_000

export async function run({ print }: BenchOptions): Promise<BenchRow[]> {
  const dashboard = await startMeasured('sqlite')
  try {
    await insertReports(dashboard, reports)
    const empty = await medianStart(dashboard)
    const left = await writeFiles(dashboard.dataDir)
    const full = await medianStart(dashboard)
    const { healthMs, seconds } = await measureSweep(dashboard, left)
    print(`${healthMs.length} answers in ${seconds.toFixed(0)} s of the sweep`)
    return [
      limitRow(
        { what: '`/api/health` while 100,000 report files are swept: p99', against: '' },
        percentile(healthMs, 0.99),
        { atMost: 50, unit: 'ms' },
      ),
      limitRow({ what: 'a start beside 100,000 report files', against: 'without' }, full / empty, {
        atMost: 1.2,
      }),
    ]
  } finally {
    await dashboard.stop()
  }
}

/** Returns the milliseconds until a restarted server responds. */
async function medianStart(dashboard: MeasuredDashboard): Promise<number> {
  const taken: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const began = performance.now()
    await dashboard.restart()
    taken.push(performance.now() - began)
  }
  return median(taken)
}

/** Writes a file for each row, and orphans; returns the orphans' paths. */
async function writeFiles(dataDir: string): Promise<string[]> {
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { readOnly: true })
  const rows = database.prepare('select "storageKey" from reports').all()
  database.close()
  const root = join(dataDir, 'files')
  await mkdir(join(root, 'reports'), { recursive: true })
  for (const { storageKey } of rows) await writeFile(join(root, String(storageKey)), '')
  const old = new Date(Date.now() - orphanAgeMs)
  const left = Array.from({ length: orphans }, (_, index) =>
    join(root, 'reports', `orphan-${index}.pdf`),
  )
  for (const path of left) {
    await writeFile(path, '')
    await utimes(path, old, old)
  }
  return left
}

/** Measures `/api/health` from the deletion of the first orphan to that of the last one. */
async function measureSweep({ url }: MeasuredDashboard, left: readonly string[]) {
  const since = performance.now()
  let healthMs: number[] = []
  let beganAt: number | undefined
  for (;;) {
    const askedAt = performance.now()
    const { status } = await fetch(`${url}/api/health`)
    if (status !== 200) throw new Error(`/api/health answered ${status} during the sweep`)
    const answeredAt = performance.now()
    healthMs.push(answeredAt - askedAt)
    if (healthMs.length % 20 === 0) {
      const present = left.filter((path) => existsSync(path)).length
      if (present < orphans && beganAt === undefined) {
        beganAt = answeredAt
        healthMs = []
      }
      if (present === 0) return { healthMs, seconds: (answeredAt - (beganAt ?? since)) / 1_000 }
    }
    if (answeredAt - since > maxMs) throw new Error('The sweep did not end')
    await sleep(askEveryMs)
  }
}
