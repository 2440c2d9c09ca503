import { getHealth } from '@dashboard/contract/health'
import { type BenchOptions, type BenchRow, limitRow } from '../bench-suite.ts'
import { percentile } from '../torture/load/latencies.ts'
import { startCrowded } from '../torture/load/measure-load.ts'

/** Measures polling by many open pages while a large import and a large report job run. */

const users = 200
const seconds = 45
const seed = 1

export async function run({ print }: BenchOptions): Promise<BenchRow[]> {
  const crowded = await startCrowded(users, seed)
  try {
    const { latencies, problems, memory } = await crowded.measureJobs(seconds)
    const calls = Object.values(latencies)
    const errors = [...problems, ...calls.flatMap((call) => call.errors)]
    for (const error of errors.slice(0, 5)) print(error)
    const all = calls.flatMap(({ ms }) => ms)
    const what = `${users} staff polling, 2,000 reports, while 50,000 rows import and 100 reports are made`
    const inTime = { atMost: 50, unit: 'ms' }
    return [
      limitRow({ what: `${what}: p99`, against: '' }, percentile(all, 0.99), inTime),
      limitRow({ what: 'errors at that time', against: '' }, errors.length, { atMost: 0 }),
      limitRow(
        { what: '`/api/health` at that time: p99', against: '' },
        percentile(latencies[getHealth.path]?.ms ?? [], 0.99),
        inTime,
      ),
      limitRow({ what: "server's memory under that load", against: '' }, Math.max(...memory), {
        atMost: 250,
        unit: 'MB',
      }),
    ]
  } finally {
    await crowded.stop()
  }
}
