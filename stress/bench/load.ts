import { getHealth } from '@dashboard/contract/health'
import { type BenchOptions, type BenchResult, limitRow } from '../bench-suite.ts'
import { describeLatencies, type Latencies, percentile } from '../torture/load/latencies.ts'
import { startCrowded } from '../torture/load/measure-load.ts'

/** Measures polling by many open pages while a large import and a large report job run. */

const users = 200
const jobsSeconds = 45
const hourSeconds = 3_600
const timesPerHour = 12
const seed = 1

export async function run({ hour, print }: BenchOptions): Promise<BenchResult> {
  const crowded = await startCrowded(users, seed)
  try {
    const { latencies, problems, memory, figures } = hour
      ? await crowded.measureJobs(hourSeconds, timesPerHour)
      : await crowded.measureJobs(jobsSeconds)
    const errors = [...problems, ...Object.values(latencies).flatMap((each) => each.errors)]
    for (const error of errors.slice(0, 5)) print(error)
    const p99 = percentileOf(latencies)
    const what = `${users} staff polling, 2,000 reports, while 50,000 rows import and 100 reports are made`
    const largest = Math.max(...memory)
    return {
      rows: [
        limitRow({ what: `${what}: p99`, against: '' }, p99, { atMost: 50, unit: 'ms' }),
        limitRow({ what: 'errors at that time', against: '' }, errors.length, { atMost: 0 }),
        limitRow(
          { what: '`/api/health` at that time: p99', against: '' },
          percentile(latencies[getHealth.path]?.ms ?? [], 0.99),
          { atMost: 50, unit: 'ms' },
        ),
        limitRow(
          { what: `server's memory ${hour ? "after an hour's" : 'under that'} load`, against: '' },
          largest,
          {
            atMost: 250,
            unit: 'MB',
          },
        ),
      ],
      tables: [
        {
          title: 'Under load',
          head: ['Call', 'Measured'],
          rows: Object.entries({
            ...describeLatencies(latencies),
            ...figures,
            "server's memory in turn, MB": atIntervals(memory).join(', '),
          }).map(([name, value]) => [name, String(value)]),
        },
      ],
    }
  } finally {
    await crowded.stop()
  }
}

const shownSamples = 12

/** Returns the largest value of each part of the time, which shows whether it grows. */
function atIntervals(samples: readonly number[]): number[] {
  const size = Math.ceil(samples.length / shownSamples)
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, part) =>
    Math.max(...samples.slice(part * size, (part + 1) * size)),
  )
}

function percentileOf(latencies: Record<string, Latencies>): number {
  return percentile(
    Object.values(latencies).flatMap(({ ms }) => ms),
    0.99,
  )
}
