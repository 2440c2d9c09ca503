import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'
import { describeLatencies, percentile } from './load/latencies.ts'
import { startCrowded } from './load/measure-load.ts'

/**
 * Simulates people whose pages poll as the web app does, while a large import and a large report job run
 * (docs/torture.md#load).
 */

const defaultUsers = 200
const defaultMinutes = 10
const maxMs = 250

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count: users = defaultUsers, minutes = defaultMinutes, print } = options
  const checks = startChecks(print)
  const crowded = await startCrowded(users, seed)
  try {
    print(`${users} signed in, 100 jobs, 2,000 reports; ${minutes} minutes begin`)
    const { latencies, problems, memory, ...jobs } = await crowded.measureJobs(minutes * 60)
    const figures = {
      ...describeLatencies(latencies),
      ...jobs.figures,
      ...describeMemory(memory),
    }
    checks.add('the import and the report job complete', problems)
    for (const [call, { ms, errors }] of Object.entries(latencies)) {
      const p99 = percentile(ms, 0.99)
      checks.add(`${call} is answered without an error`, errors.slice(0, 5))
      checks.add(
        `the 99th percentile of ${call} is under ${maxMs} ms`,
        p99 < maxMs ? [] : [`${p99.toFixed(0)} ms`],
      )
    }
    checks.add('memory stays flat', memoryProblems(memory))
    return checks.result(figures)
  } finally {
    await crowded.stop()
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function thirds(samples: readonly number[]) {
  const third = Math.floor(samples.length / 3)
  return { first: mean(samples.slice(0, third)), last: mean(samples.slice(samples.length - third)) }
}

function memoryProblems(samples: readonly number[]): string[] {
  if (samples.length < 3) return ['too short a time to say']
  const { first, last } = thirds(samples)
  return last <= first * 1.2 ? [] : [`${first.toFixed(0)} MB became ${last.toFixed(0)} MB`]
}

function describeMemory(samples: readonly number[]): TortureResult['figures'] {
  const { first, last } = thirds(samples)
  return {
    'memory, first third, MB': Math.round(first),
    'memory, last third, MB': Math.round(last),
    'memory, at most, MB': Math.round(Math.max(...samples)),
  }
}
