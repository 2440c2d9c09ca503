import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { lostJob, queuedJob, readJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LocalEngine } from './local-engine.ts'

/** Covers which jobs a local engine starts, and which it leaves to another server or to GitHub. */

const report = { type: 'circuit-report' } as const
const longAgo = '2020-01-01T00:00:00.000Z'

/**
 * Returns an engine whose runners only write their job's id to a file and keep running; it works when a test calls
 * `sync`.
 */
async function setUp(options: { onlyAssigned?: boolean; lostAfterMs?: number } = {}) {
  const db = await freshDatabase()
  const folder = await temporaryFolder()
  const program = join(folder, 'runner.mjs')
  const noted = join(folder, 'started')
  await writeFile(noted, '')
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(noted)}, process.argv[2] + ' ' + process.argv[3] + '\\n')
setInterval(() => {}, 1000)`,
  )
  const warnings: { message: string; details: object }[] = []
  const log = { warn: (details: object, message: string) => warnings.push({ message, details }) }
  const engine = new LocalEngine({
    db,
    log,
    program,
    ...options,
    jobsAtOnce: 9,
    tickMs: 60_000,
  })
  onTestFinished(() => engine.close())
  const readStarted = async () => (await readFile(noted, 'utf8')).split('\n').filter(Boolean)
  return { db, engine, readStarted, warnings }
}

async function age(db: Db, id: string, ms: number) {
  const updatedAt = new Date(Date.now() - ms).toISOString()
  await db.updateTable('jobs').set({ updatedAt }).where('id', '=', id).execute()
}

const runs = (...jobs: { id: string }[]) => jobs.map(({ id }) => `run ${id}`).toSorted()

describe('a queued job', () => {
  it('of another server is left to that server for three seconds', async () => {
    const { db, engine, readStarted } = await setUp()
    const fresh = await queuedJob(db, report)
    const old = await queuedJob(db, report)
    const assigned = await queuedJob(db, report)
    await age(db, fresh.id, 2_000)
    await age(db, old.id, 3_100)
    engine.start(assigned.id)
    await engine.sync()
    const started = async () => (await readStarted()).toSorted()
    await expect.poll(started).toEqual(runs(old, assigned))
    await age(db, fresh.id, 3_100)
    await engine.sync()
    await expect.poll(started).toEqual(runs(old, assigned, fresh))
  })

  it('that waited for another is started at once when that one has completed', async () => {
    const { db, engine, readStarted } = await setUp()
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    await engine.sync()
    await completeJob(db, first.id, 'runner', null)
    await engine.sync()
    await expect.poll(readStarted).toEqual(runs(second))
  })

  it('is started only when assigned, beside another engine', async () => {
    const { db, engine, readStarted } = await setUp({ onlyAssigned: true })
    const other = await queuedJob(db, report)
    const assigned = await queuedJob(db, report)
    const first = await runningJob(db)
    await queuedJob(db, { type: 'import', dependsOn: first.id })
    await completeJob(db, first.id, 'runner', null)
    await age(db, other.id, 60_000)
    engine.start(assigned.id)
    await engine.sync()
    await expect.poll(readStarted).toEqual(runs(assigned))
    await sleep(300)
    expect(await readStarted()).toEqual(runs(assigned))
  })

  it('is started once, however often it is found', async () => {
    const { db, engine, readStarted } = await setUp()
    const job = await queuedJob(db, report)
    engine.start(job.id)
    await engine.sync()
    engine.start(job.id)
    await engine.sync()
    await expect.poll(readStarted).toEqual(runs(job))
    await sleep(300)
    expect(await readStarted()).toEqual(runs(job))
  })

  it('is not started by an engine that was closed', async () => {
    const { db, engine, readStarted } = await setUp()
    await engine.close()
    const job = await queuedJob(db, report)
    engine.start(job.id)
    await engine.sync()
    await sleep(300)
    expect(await readStarted()).toEqual([])
  })
})

describe('a lost job', () => {
  it('is queued and started again at once, and counts as changed', async () => {
    const { db, engine, readStarted } = await setUp({ lostAfterMs: 0 })
    const lost = await lostJob(db, report)
    expect(await engine.sync()).toBe(1)
    expect(await readJob(db, lost.id)).toMatchObject({ status: 'queued', leaseOwner: null })
    await expect.poll(readStarted).toEqual(runs(lost))
    expect(await engine.sync()).toBe(0)
  })

  it('is queued for another engine by one that starts only assigned jobs', async () => {
    const { db, engine, readStarted } = await setUp({ onlyAssigned: true, lostAfterMs: 0 })
    const lost = await lostJob(db, report)
    expect(await engine.sync()).toBe(1)
    await age(db, lost.id, 60_000)
    await engine.sync()
    await sleep(300)
    expect(await readStarted()).toEqual([])
    expect((await readJob(db, lost.id)).status).toBe('queued')
  })

  it('that was dispatched to GitHub is left to GitHub', async () => {
    const { db, engine } = await setUp({ lostAfterMs: 0 })
    const lost = await lostJob(db, report)
    await db.updateTable('jobs').set({ dispatchedAt: longAgo }).execute()
    expect(await engine.sync()).toBe(0)
    expect((await readJob(db, lost.id)).status).toBe('running')
  })

  it('counts each job that was changed', async () => {
    const { db, engine } = await setUp({ lostAfterMs: 0 })
    for (const target of ['A', 'B', 'C']) await lostJob(db, { ...report, targets: [target] })
    expect(await engine.sync()).toBe(3)
  })
})
