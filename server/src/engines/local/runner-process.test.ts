import { readFile, writeFile } from 'node:fs/promises'
import { constants, getPriority, hostname } from 'node:os'
import { join } from 'node:path'
import { toJson } from '@dashboard/store/database/column-values'
import type { JobRow } from '@dashboard/store/database/schema'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, it, vi } from 'vitest'
import { type RunnerProcess, startRunner } from './runner-process.ts'

const job = { id: 'job-1', type: 'export', targets: '[]' } as const

/** Starts a runner that runs this text; returns the ends that were reported. */
async function run(text: string, type: JobRow['type'] = job.type, targets: string[] = []) {
  const folder = await temporaryFolder()
  const program = join(folder, 'runner.mjs')
  await writeFile(program, text)
  const ends: [RunnerProcess, number | null][] = []
  const run = { ...job, type, targets: toJson(targets) }
  const runner = startRunner(run, { program, workers: 2 }, (ended, { code }) =>
    ends.push([ended, code]),
  )
  const end = async () => {
    await expect.poll(() => ends.length).toBe(1)
    return ends[0]?.[1]
  }
  return { runner, end, ends, folder }
}

it('runs the job of its id and reports its exit code once', async () => {
  const { runner, end, ends } = await run(
    "process.exit(process.argv[2] === 'run' && process.argv[3] === 'job-1' && process.argv[4] === '2' ? 7 : 1)",
  )
  expect(await end()).toBe(7)
  expect(ends).toEqual([[runner, 7]])
  expect([runner.jobId, runner.type]).toEqual(['job-1', 'export'])
})

it('gets no secret that only the server uses', async () => {
  const secrets = ['SESSION_SECRET', 'GITHUB_TOKEN', 'METRICS_TOKEN']
  for (const name of [...secrets, 'ADMIN_PASSWORD']) vi.stubEnv(name, 'only the server knows this')
  vi.stubEnv('LOCUST_TOKEN', 'runners need this')
  const { end, folder } = await run(
    "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('environment', import.meta.url), JSON.stringify(process.env))",
  )
  vi.unstubAllEnvs()
  await end()
  const environment = await readFile(join(folder, 'environment'), 'utf8')
  expect(environment).not.toContain('only the server')
  expect(JSON.parse(environment)).toMatchObject({ LOCUST_TOKEN: 'runners need this' })
})

it('bounds the memory of a job that reads an uploaded sheet, and of no other', async () => {
  const bounded = "process.exit(process.execArgv.includes('--max-old-space-size=256') ? 1 : 0)"
  expect(await (await run(bounded, 'import', ['roster.xlsx'])).end()).toBe(1)
  expect(await (await run(bounded, 'review', ['roster.xlsx'])).end()).toBe(1)
  expect(await (await run(bounded, 'import')).end()).toBe(0)
  expect(await (await run(bounded, 'circuit-report', ['NY-1'])).end()).toBe(0)
})

it('has a lower priority than the server', async () => {
  const { end } = await run(
    "import { getPriority } from 'node:os'; setInterval(() => process.exit(getPriority() + 20), 20)",
  )
  expect(await end()).toBe(Math.min(constants.priority.PRIORITY_LOW, getPriority() + 10) + 20)
})

it.each([
  ['ended by itself', 'process.exit(0)', 0],
  ['was ended by a signal', "process.kill(process.pid, 'SIGKILL')", null],
])('answers a stop at once when its process %s before', async (_, text, code) => {
  const { runner, end } = await run(text)
  expect(await end()).toBe(code)
  await runner.stop(async () => {})
})

it('answers a stop once its process has ended, and not before', async () => {
  const { runner, end, ends } = await run('setInterval(() => {}, 1000)')
  expect(ends).toEqual([])
  await runner.stop(async () => {})
  expect(await end()).toBeNull()
})

it('is killed without being asked', async () => {
  const { runner, end } = await run("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)")
  runner.kill()
  expect(await end()).toBeNull()
})

it('owns the job whose lease names its process', async () => {
  const { runner, end, folder } = await run(
    "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('pid', import.meta.url), String(process.pid))",
  )
  await end()
  const pid = await readFile(join(folder, 'pid'), 'utf8')
  expect(runner.owns({ leaseOwner: `${pid}-${hostname()}-somebody` })).toBe(true)
  const others = [`${pid}1-${hostname()}-somebody`, `1${pid}-${hostname()}-somebody`, pid]
  // Containers give their processes the same few numbers.
  for (const leaseOwner of [null, `${pid}-another-host-somebody`, ...others]) {
    expect(runner.owns({ leaseOwner })).toBe(false)
  }
})
