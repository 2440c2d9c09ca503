import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startGithubDouble } from '@dashboard/doubles/github/github-double'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'

/** Reads the logs of runs on GitHub that are larger than memory may become (docs/torture.md). */

const program = fileURLToPath(new URL('../../server/test/read-run-log.ts', import.meta.url))
const megabyte = 1_000_000
const logBytes = 320 * megabyte
const maxBytes = 256 * megabyte
const maxLogLength = 64_100

export async function run({ count = 3, print }: TortureOptions): Promise<TortureResult> {
  const checks = startChecks(print)
  const double = await startGithubDouble()
  let most = 0
  try {
    for (let times = 0; times < count; times += 1) {
      const started = double.startRun('locust-export.yml')
      started.fillerBytes = logBytes
      double.end(started, 'failure')
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--max-old-space-size=64',
        program,
        JSON.stringify(double.settings),
        String(started.id),
      ])
      const read = JSON.parse(stdout) as { length: number; maxBytes: number }
      most = Math.max(most, read.maxBytes)
      checks.add(`log ${times + 1}`, [
        ...(read.length > maxLogLength ? [`${read.length} characters are kept`] : []),
        ...(read.maxBytes > maxBytes ? [`it took ${read.maxBytes / megabyte} MB`] : []),
      ])
    }
  } finally {
    await double.close()
  }
  return checks.result({ 'memory at most': `${Math.round(most / megabyte)} MB` })
}
