import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLease } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { queuedJob } from '@dashboard/store/test/jobs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LocalEngine } from './local-engine.ts'

/** A runner that has not claimed its job yet, as on a busy machine; it notes that it was started. */
async function setUp() {
  const db = await freshDatabase()
  const folder = await temporaryFolder()
  const program = join(folder, 'runner.mjs')
  const noted = join(folder, 'started')
  await writeFile(noted, '')
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(noted)}, process.argv[3] + '\\n')
setInterval(() => {}, 1000)`,
  )
  const openEngine = () => {
    const engine = new LocalEngine({ db, log: { warn() {} }, program, tickMs: 60_000 })
    onTestFinished(() => engine.close())
    return engine
  }
  const readStarted = async () => (await readFile(noted, 'utf8')).split('\n').filter(Boolean)
  return { db, openEngine, readStarted }
}

async function oldJob(db: Db) {
  const { id } = await queuedJob(db, { type: 'circuit-report' })
  const updatedAt = '2020-01-01T00:00:00.000Z'
  await db.updateTable('jobs').set({ updatedAt }).where('id', '=', id).execute()
  return id
}

describe('a job that waits for a start', () => {
  it('is started by one of three servers, however long its runner takes to claim it', async () => {
    const { db, openEngine, readStarted } = await setUp()
    const id = await oldJob(db)
    const engines = [openEngine(), openEngine(), openEngine()]
    await Promise.all(engines.map((engine) => engine.sync()))
    await expect.poll(readStarted).toEqual([id])
    await Promise.all(engines.map((engine) => engine.sync()))
    await sleep(500)
    expect(await readStarted()).toEqual([id])
  })

  it('is started by another server a minute after one that died before its runner claimed it', async () => {
    const { db, openEngine, readStarted } = await setUp()
    const id = await oldJob(db)
    const name = `start ${id}`
    await acquireLease(db, name, { owner: 'a server that died', ms: 60_000 })
    const engine = openEngine()
    await engine.sync()
    await sleep(500)
    expect(await readStarted()).toEqual([])
    const expiresAt = '2020-01-01T00:00:00.000Z'
    await db.updateTable('leader_leases').set({ expiresAt }).where('name', '=', name).execute()
    await engine.sync()
    await expect.poll(readStarted).toEqual([id])
    await engine.close()
    // Another start of the job need not wait.
    await expect.poll(() => db.selectFrom('leader_leases').select('name').execute()).toEqual([])
  })
})
