import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { leaseMs } from '@dashboard/store/jobs/renew-lease'
import { readJob, runningJob } from '@dashboard/store/test/jobs'
import { makeSharedDatabase, sharedDatabases } from '@dashboard/store/test/shared-databases'
import { expect, onTestFinished, test } from 'vitest'
import { heartbeatThread } from './start-heartbeat-thread.ts'

/** Creates a running job whose heartbeat comes from a thread, every tenth of a second. */
async function start(kind: string) {
  const settings = await makeSharedDatabase(kind)
  const db = openDatabase(settings, 'runner')
  onTestFinished(() => db.destroy())
  await migrate(db)
  const job = await runningJob(db, { type: 'import' })
  let lost = 0
  const begin = heartbeatThread(settings, 100)
  const heartbeat = begin({ id: job.id, leaseOwner: 'runner' }, () => {
    lost += 1
  })
  onTestFinished(() => heartbeat.stop())
  const readLease = async () => Date.parse((await readJob(db, job.id)).leaseExpiresAt ?? '')
  const first = await readLease()
  await expect.poll(readLease).toBeGreaterThan(first)
  return { db, job, heartbeat, countLost: () => lost, readLease }
}

/** Computes without returning to the event loop, as drawing a long report does. */
function keepMainThreadBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

test.each(sharedDatabases)(
  'a heartbeat continues beside work that never pauses (%s)',
  async (kind) => {
    const { readLease, countLost } = await start(kind)
    keepMainThreadBusy(2_000)
    expect((await readLease()) - Date.now()).toBeGreaterThan(leaseMs - 1_200)
    expect(countLost()).toBe(0)
  },
)

test.each(sharedDatabases)(
  'reports that the job was cancelled, and ends when stopped (%s)',
  async (kind) => {
    const { db, job, countLost, heartbeat } = await start(kind)
    await cancelJob(db, job.id, 'Ann Lee')
    await expect.poll(countLost).toBeGreaterThan(0)
    await heartbeat.stop()
    const before = countLost()
    await sleep(400)
    expect(countLost()).toBe(before)
  },
)
