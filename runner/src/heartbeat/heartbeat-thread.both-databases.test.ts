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
  const lost: unknown[] = []
  const begin = heartbeatThread(settings, 100)
  const heartbeat = begin({ id: job.id, leaseOwner: 'runner' }, (reason) => lost.push(reason))
  onTestFinished(() => heartbeat.stop())
  const readLease = async () => Date.parse((await readJob(db, job.id)).leaseExpiresAt ?? '')
  const first = await readLease()
  await expect.poll(readLease).toBeGreaterThan(first)
  return { db, job, heartbeat, lost, readLease }
}

/** Computes without returning to the event loop, as drawing a long report does. */
function keepMainThreadBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

test.each(sharedDatabases)(
  'a heartbeat goes on beside work that never pauses (%s)',
  async (kind) => {
    const { readLease, lost } = await start(kind)
    keepMainThreadBusy(2_000)
    expect((await readLease()) - Date.now()).toBeGreaterThan(leaseMs - 1_200)
    expect(lost).toEqual([])
  },
)

test.each(sharedDatabases)(
  'reports that the job was cancelled, and ends when stopped (%s)',
  async (kind) => {
    const { db, job, lost, heartbeat } = await start(kind)
    await cancelJob(db, job.id, 'Ann Lee')
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    expect(String(lost[0])).toContain('cancelled or given to another runner')
    await heartbeat.stop()
    const before = lost.length
    await sleep(400)
    expect(lost).toHaveLength(before)
  },
)
