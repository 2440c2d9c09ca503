import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase } from '@dashboard/store/test/database'
import { lostJob, queuedJob, readJob } from '@dashboard/store/test/jobs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { freeRenderWorkers, hasRoom, LocalEngine, reportJobCapacity } from './local-engine.ts'

const leaseTimings = { expiredMs: 200, unrenewedMs: 60_000, hungMs: 60_000, gapMs: 10_000 }

/** Covers what the engine does with processes that fail; the survival specs run it with the real runner. */

let folder: string
let db: Db

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-engine-'))
  db = await freshDatabase()
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Opens an engine whose runner is this program text. */
async function engineRunning(text: string, jobsAtOnce?: number) {
  const program = join(folder, 'runner.mjs')
  await writeFile(program, text)
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => warnings.push(message) }
  const engine = new LocalEngine({ db, log, program, tickMs: 50, leaseTimings, jobsAtOnce })
  engine.open()
  onTestFinished(() => engine.close())
  return { engine, warnings }
}

/** Returns the text of a runner that adds its job's id to a file of the folder, and then runs `then`. */
function recordingRunner(then: string): string {
  const path = JSON.stringify(join(folder, 'started'))
  return `import { appendFileSync } from 'node:fs'
appendFileSync(${path}, process.argv[3] + '\\n')
${then}`
}

/** Returns the jobs whose process has started, in that order. */
async function readStarted(): Promise<string[]> {
  if (!(await readdir(folder)).includes('started')) return []
  return (await readFile(join(folder, 'started'), 'utf8')).trimEnd().split('\n')
}

it('says of a process that has too little memory to start that it has', async () => {
  const { engine } = await engineRunning('process.abort()')
  const { id } = await queuedJob(db)
  engine.start(id)
  await expect
    .poll(async () => (await readJob(db, id)).errorDetails)
    .toContain("could not be started (SIGABRT). The job's process ran out of memory.")
})

it('fails a job whose process cannot even start, after three tries', async () => {
  const { engine } = await engineRunning(recordingRunner('process.exit(3)'))
  const { id } = await queuedJob(db)
  engine.start(id)
  await expect
    .poll(() => readJob(db, id))
    .toMatchObject({
      status: 'failed',
      failureKind: 'other',
      errorDetails:
        "The job's process could not be started (exit code 3). The server's log says why.",
    })
  expect(await readStarted()).toEqual([id, id, id])
})

describe('room for jobs', () => {
  const report = { type: 'circuit-report' } as const

  it('is for as many reports as fit, whatever else runs', () => {
    const running = [report, { type: 'congregation-report' }, { type: 'import' }] as const
    expect(hasRoom(report, running, 3)).toBe(true)
    expect(hasRoom(report, running, 2)).toBe(false)
    const all = Array.from({ length: reportJobCapacity() }, () => report)
    expect(hasRoom(report, all)).toBe(false)
    expect(hasRoom(report, all.slice(1))).toBe(true)
  })

  it('is one for each core and gigabyte, one at least', () => {
    const gigabyte = 1024 ** 3
    expect(reportJobCapacity(4, 0.5 * gigabyte)).toBe(1)
    // A machine of 2 GB, part of which the system reserves for itself.
    expect(reportJobCapacity(4, 1.9 * gigabyte)).toBe(2)
    expect(reportJobCapacity(2, 64 * gigabyte)).toBe(2)
    expect(reportJobCapacity()).toBeLessThanOrEqual(availableParallelism())
  })

  it('is drawn on by each report job with what others leave, one at least', () => {
    const running = [report, { type: 'import' }, report] as const
    expect([1, 2, 3, 4].map((atOnce) => freeRenderWorkers(running, atOnce))).toEqual([1, 1, 1, 2])
    expect(freeRenderWorkers([], 2)).toBe(2)
    expect(freeRenderWorkers([])).toBe(reportJobCapacity())
  })

  it.each(['export', 'import'] as const)('is always there for an %s', (type) => {
    expect(hasRoom({ type }, [report, report, { type: 'export' }], 1)).toBe(true)
  })

  it('is there for one review at a time, after an import', () => {
    expect(hasRoom({ type: 'review' }, [report, report, { type: 'export' }], 1)).toBe(true)
    expect(hasRoom({ type: 'review' }, [{ type: 'review' }], 4)).toBe(false)
    expect(hasRoom({ type: 'review' }, [{ type: 'import' }], 4)).toBe(false)
  })

  it('is limited: a second report waits for the first, an export and an import do not', async () => {
    const { engine } = await engineRunning(recordingRunner('setInterval(() => {}, 1000)'), 1)
    const first = await queuedJob(db, { ...report, targets: ['A'] })
    const second = await queuedJob(db, { ...report, targets: ['B'] })
    const others = [
      await queuedJob(db, { type: 'export' }),
      await queuedJob(db, { type: 'import' }),
    ]
    for (const { id } of [first, second, ...others]) engine.start(id)
    const expected = [first, ...others].map(({ id }) => id).toSorted()
    const sorted = async () => (await readStarted()).toSorted()
    await expect.poll(sorted).toEqual(expected)
    await sleep(500)
    expect(await sorted()).toEqual(expected)

    await cancelJob(db, first.id, 'Ann Lee')
    await engine.stop(first.id)
    await expect.poll(readStarted).toContain(second.id)
  })
})

it('runs jobs again that a machine left behind when it was lost, and fails them after the last try', async () => {
  await engineRunning('setInterval(() => {}, 1000)')
  const first = await lostJob(db, { type: 'circuit-report', targets: ['A'] })
  await expect
    .poll(() => readJob(db, first.id))
    .toMatchObject({ status: 'queued', leaseOwner: null })
  const last = await lostJob(db, { type: 'circuit-report', targets: ['B'] })
  await db.updateTable('jobs').set({ attempts: 3 }).where('id', '=', last.id).execute()
  await db
    .updateTable('jobs')
    .set({ status: 'running', leaseOwner: 'runner', leaseExpiresAt: '2020-01-01' })
    .where('id', '=', last.id)
    .execute()
  await expect.poll(async () => (await readJob(db, last.id)).status).toBe('failed')
})

it('ends a process that ignores SIGTERM', async () => {
  const { engine } = await engineRunning(
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
  )
  const { id } = await queuedJob(db)
  engine.start(id)
  await expect.poll(() => engine.sync()).toBe(0)
  const startedAt = Date.now()
  await engine.close()
  expect(Date.now() - startedAt).toBeLessThan(60_000)
  expect(engine.isOpen()).toBe(false)
})

it.each([
  ['process.abort()', /ran out of memory/],
  ["process.kill(process.pid, 'SIGKILL')", /killed from outside/],
  ['process.exit(134)', /ran out of memory/],
])('says in the log of a job what %s of its runner means', async (end, sentence) => {
  const pidFile = join(folder, 'pid')
  const goFile = join(folder, 'go')
  const { engine, warnings } = await engineRunning(`
    import { existsSync, writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
    setInterval(() => { if (existsSync(${JSON.stringify(goFile)})) ${end} }, 20)
  `)
  const { id } = await queuedJob(db)
  engine.start(id)
  const readPid = () => readFile(pidFile, 'utf8').catch(() => '')
  await expect.poll(readPid).toMatch(/^\d+$/)
  await claimJob(db, id, `${await readPid()}-runner`)
  await writeFile(goFile, '')
  await expect
    .poll(async () => (await readJob(db, id)).logs)
    .toMatch(/stopped unexpectedly; try 2 of 3/)
  expect((await readJob(db, id)).logs).toMatch(sentence)
  expect(warnings).toContain('A runner died')
})
