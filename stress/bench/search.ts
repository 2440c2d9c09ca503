import { listVolunteers } from '@dashboard/contract/volunteers'
import { type BenchRow, limitRow, percentile } from '../bench-suite.ts'
import { insertVolunteers } from './measuring/fill-volunteers.ts'
import {
  type DatabaseKind,
  databaseKinds,
  type MeasuredDashboard,
  startMeasured,
} from './measuring/measured-dashboard.ts'

/** Measures searching 50,000 volunteers on both databases (docs/volunteers.md#how-it-works). */

const volunteers = 50_000
const rounds = 12

/** Typical searches and filters. */
const searches: readonly string[] = [
  'q=ann',
  'q=a',
  'q=smith+12',
  'q=王',
  'q=natalia+kuznetsova',
  'q=(212)+555-0100',
  '',
  'trained=true&language=Spanish&slots=Saturday:Morning,Sunday:Evening',
  'q=ann&facets=true&limit=1',
  'facets=true&limit=1',
]

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const kind of databaseKinds()) {
    rows.push(
      limitRow(
        {
          what: `search of 50,000 volunteers on ${kind}, 95th percentile`,
          against: 'a fixed time',
        },
        percentile(await measure(kind), 0.95),
        { atMost: 100, unit: 'ms' },
      ),
    )
  }
  return rows
}

async function measure(kind: DatabaseKind): Promise<number[]> {
  const dashboard = await startMeasured(kind)
  try {
    await insertVolunteers(dashboard, volunteers)
    await dashboard.write('analyze')
    // The first response reads the volunteers into memory; only later ones are measured.
    for (const query of searches) await askFor(dashboard, query)
    const measured: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const query of searches) measured.push(await askFor(dashboard, query))
    }
    return measured
  } finally {
    await dashboard.stop()
  }
}

async function askFor({ url, token }: MeasuredDashboard, query: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}${listVolunteers.path}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${query}: ${text}`)
  return performance.now() - start
}
