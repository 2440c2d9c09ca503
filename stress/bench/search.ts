import { listVolunteers } from '@dashboard/contract/volunteers'
import { type BenchResult, type BenchRow, limitRow, median } from '../bench-suite.ts'
import { insertVolunteers } from './measuring/fill-volunteers.ts'
import {
  type DatabaseKind,
  databaseKinds,
  type MeasuredDashboard,
  startMeasured,
} from './measuring/measured-dashboard.ts'

/**
 * Measures searching volunteers on both databases, compared with a plain LIKE over all columns
 * (docs/volunteers.md#limits).
 */

const sizes = [1_000, 10_000, 50_000]
const rounds = 12
const targetMs = 50

/** Typical searches and filters; a LIKE has no filters, and finds neither other scripts nor phone numbers. */
const searches: readonly [what: string, query: string][] = [
  ['a first name', 'q=ann'],
  ['a letter', 'q=a'],
  ['two words', 'q=smith+12'],
  ['one Chinese character', 'q=王'],
  ['by sound', 'q=natalia+kuznetsova'],
  ['a number', 'q=(212)+555-0100'],
  ['everybody', ''],
  ['filters', 'trained=true&language=Spanish&slots=Saturday:Morning,Sunday:Evening'],
  ['counts of a search', 'q=ann&facets=true&limit=1'],
  ['counts of everybody', 'facets=true&limit=1'],
]

interface Times {
  p50: number
  p95: number
}

export async function run(): Promise<BenchResult> {
  const rows: BenchRow[] = []
  const table: string[][] = []
  for (const kind of databaseKinds()) {
    for (const size of sizes) {
      const { search, like } = await measure(kind, size)
      table.push([kind, size.toLocaleString('en-US'), ...cells(search), ...cells(like)])
      if (size !== sizes.at(-1)) continue
      const what = `search of 50,000 volunteers on ${kind}, 95th percentile`
      rows.push(
        limitRow({ what, against: 'a fixed time' }, search.p95, { atMost: targetMs, unit: 'ms' }),
      )
    }
  }
  const head = ['Database', 'Volunteers', 'p50', 'p95', 'LIKE, p50', 'LIKE, p95']
  return { rows, tables: [{ title: 'Search of volunteers: answers in ms', head, rows: table }] }
}

function cells({ p50, p95 }: Times): string[] {
  return [p50.toFixed(1), p95.toFixed(1)]
}

async function measure(kind: DatabaseKind, size: number) {
  const dashboard = await startMeasured(kind)
  try {
    await insertVolunteers(dashboard, size)
    await dashboard.write('analyze')
    // The start folds the volunteers, as it does after an update.
    await dashboard.restart()
    // The first response reads the volunteers into memory; only later ones are measured.
    for (const [, query] of searches) await askFor(dashboard, query)
    const [search, like]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      for (const [, query] of searches) search.push(await askFor(dashboard, query))
      like.push(await timeOf(() => dashboard.write(plainLike('%ann%'))))
    }
    return { search: timesOf(search), like: timesOf(like) }
  } finally {
    await dashboard.stop()
  }
}

async function askFor({ url, token }: MeasuredDashboard, query: string): Promise<number> {
  return timeOf(async () => {
    const response = await fetch(`${url}${listVolunteers.path}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${query}: ${text}`)
  })
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((one, other) => one - other)
  return { p50: median(sorted), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN }
}

/** Returns a search without folding: a page and the total. */
function plainLike(pattern: string): string {
  const columns = [
    ...['volunteers."firstName"', 'volunteers."lastName"', '"mobilePhone"', '"emailAddress"'],
    ...['congregations.name', 'circuits.name'],
  ]
  const held = columns.map((column) => `lower(${column}) like '${pattern}'`).join(' or ')
  const from = `from volunteers
    left join congregations on congregations.id = volunteers."congregationId"
    left join circuits on circuits.id = volunteers."circuitId" where ${held}`
  return `select volunteers.* ${from} order by "lastName", "firstName" limit 100;
    select count(*) ${from}`
}
