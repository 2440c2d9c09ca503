import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase, withoutTable } from '@dashboard/store/test/database'
import { lostJob, queuedJob, readJob } from '@dashboard/store/test/jobs'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { LocalEngine } from './local-engine.ts'

/** Covers what the engine does with processes that fail; the survival specs run it with the real runner. */

let folder: string
let db: Db

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-engine-'))
  db = await freshDatabase()
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Opens an engine whose runner is this program text. */
async function engineRunning(
  text: string,
  options: { jobsAtOnce?: number; lostAfterMs?: number } = {},
) {
  const program = join(folder, 'runner.mjs')
  await writeFile(program, text)
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => warnings.push(message) }
  const engine = new LocalEngine({ db, log, program, tickMs: 50, ...options })
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

it('says that a process has too little memory to start', async () => {
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

it('logs that it could not handle the end of a process, and starts the job again', async () => {
  const end = join(folder, 'end')
  const text = recordingRunner(`import { existsSync } from 'node:fs'
setInterval(() => existsSync(${JSON.stringify(end)}) && process.exit(1), 20)`)
  const { engine, warnings } = await engineRunning(text)
  const { id } = await queuedJob(db)
  engine.start(id)
  await expect.poll(readStarted).toEqual([id])
  await withoutTable(db, 'jobs', async () => {
    await writeFile(end, '')
    await expect.poll(() => warnings).toContain('Could not handle the end of a runner')
  })
  await expect.poll(readStarted).toEqual([id, id])
})

it('runs as many report jobs as there is room for: a second waits for the first, an export and an import do not', async () => {
  const { engine } = await engineRunning(recordingRunner('setInterval(() => {}, 1000)'), {
    jobsAtOnce: 1,
  })
  const first = await queuedJob(db, { type: 'circuit-report', targets: ['A'] })
  const second = await queuedJob(db, { type: 'circuit-report', targets: ['B'] })
  const others = [await queuedJob(db, { type: 'export' }), await queuedJob(db, { type: 'import' })]
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

it('runs jobs again that a machine left behind when it was lost, and fails them after the last try', async () => {
  await engineRunning('setInterval(() => {}, 1000)', { lostAfterMs: 200 })
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
})

it('releases the job of a process that does not end in time, which does not count as a try', async () => {
  const pidFile = join(folder, 'pid')
  const { engine } = await engineRunning(`
    import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1000)
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))`)
  const { id } = await queuedJob(db)
  engine.start(id)
  const readPid = () => readFile(pidFile, 'utf8').catch(() => '')
  await expect.poll(readPid).toMatch(/^\d+$/)
  await claimJob(db, id, `${await readPid()}-${hostname()}-runner`)
  expect(await readJob(db, id)).toMatchObject({ status: 'running', attempts: 1 })
  await engine.close()
  expect(await readJob(db, id)).toMatchObject({ status: 'queued', attempts: 0, leaseOwner: null })
})

it.each([
  ['process.abort()', /ran out of memory/],
  ["process.kill(process.pid, 'SIGKILL')", /killed from outside/],
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
  await claimJob(db, id, `${await readPid()}-${hostname()}-runner`)
  await writeFile(goFile, '')
  await expect
    .poll(async () => (await readJob(db, id)).logs)
    .toMatch(/stopped unexpectedly; try 2 of 3/)
  expect((await readJob(db, id)).logs).toMatch(sentence)
  expect(warnings).toContain('A runner was lost')
})
