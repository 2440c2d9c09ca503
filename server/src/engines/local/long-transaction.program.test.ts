import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { lockJob, renewLease } from '@dashboard/store/jobs/renew-lease'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { makeSharedDatabase, sharedDatabases } from '@dashboard/store/test/shared-databases'
import { expect, onTestFinished, test } from 'vitest'
import { LocalEngine } from './local-engine.ts'

/** Starts an engine whose runner only waits, and opens a second connection that stands for the runner's. */
async function start(kind: string) {
  const settings = await makeSharedDatabase(kind)
  const open = (user: 'server' | 'runner') => {
    const db = openDatabase(settings, user)
    onTestFinished(() => db.destroy())
    return db
  }
  const db = open('server')
  const ofRunner = open('runner')
  await migrate(db)
  const folder = await temporaryFolder()
  const program = join(folder, 'runner.mjs')
  const pidFile = join(folder, 'pid')
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
     setInterval(() => {}, 1000)`,
  )
  const log = { warn: () => {} }
  const engine = new LocalEngine({ db, log, program, tickMs: 50, lostAfterMs: 900 })
  engine.open()
  onTestFinished(() => engine.close())
  const { id } = await queuedJob(db, { type: 'import' })
  engine.start(id)
  const readPid = () => readFile(pidFile, 'utf8').catch(() => '')
  await expect.poll(readPid).toMatch(/^\d+$/)
  const owner = `${await readPid()}-${hostname()}-runner`
  await claimJob(db, id, owner)
  return { db, ofRunner, id, owner }
}

test.each(sharedDatabases)(
  'an import that outlasts its lease is left alone, and a runner that hangs is replaced (%s)',
  async (kind) => {
    const { db, ofRunner, id, owner } = await start(kind)
    await ofRunner.transaction().execute(async (tx) => {
      expect(await lockJob(tx, id, owner)).toBe(true)
      await sleep(2_000)
      expect(await readJob(db, id)).toMatchObject({ status: 'running', leaseOwner: owner })
      await renewLease(tx, id, owner)
    })
    expect(await readJob(db, id)).toMatchObject({ status: 'running', leaseOwner: owner })
    // Nobody renews the lease from here on.
    await expect
      .poll(() => readJob(db, id))
      .toMatchObject({ attempts: 1, logs: expect.stringContaining('try 2 of 3') })
    expect((await readJob(db, id)).logs).toContain('did not answer any more')
  },
)
