import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase } from '@dashboard/store/test/database'
import { runningJob } from '@dashboard/store/test/jobs'
import { expect, it, onTestFinished } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

const outageMs = 900
const everyMs = outageMs / 6
/** Timers may fire a few milliseconds early by the clock. */
const slackMs = 20

/** Returns a database whose server address nothing listens on. */
function unreachableDatabase(): Db {
  const db = openDatabase({ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' }, 'runner')
  onTestFinished(() => db.destroy())
  return db
}

/** Returns a database that can be replaced while it is used. */
function switchedDatabase(first: Db) {
  let current = first
  const db = new Proxy(first, {
    get(_, name) {
      const value: unknown = Reflect.get(current, name, current)
      return typeof value === 'function' ? value.bind(current) : value
    },
  })
  const switchTo = (next: Db) => {
    current = next
  }
  return { db, switchTo }
}

/** Starts the heartbeat of a running job; also returns how often the job was reported as lost. */
async function startOn(db: Db) {
  const { id } = await runningJob(db)
  const switched = switchedDatabase(db)
  let lost = 0
  const job = { id, leaseOwner: 'runner' }
  const onLost = () => {
    lost += 1
  }
  const heartbeat = startHeartbeat(switched.db, job, onLost, { everyMs, outageMs })
  onTestFinished(() => heartbeat.stop())
  const untilLost = () => expect.poll(() => lost, { interval: 5 }).toBe(1)
  return { id, db, isLost: () => lost > 0, untilLost, switchTo: switched.switchTo }
}

it('loses the job when the database is unavailable for longer than the lease lasts', async () => {
  const { isLost, untilLost, switchTo } = await startOn(await freshDatabase())
  // Waits longer than a lease lasts: each renewal restarts the lease.
  await sleep(1.5 * outageMs)
  expect(isLost()).toBe(false)
  switchTo(unreachableDatabase())
  const awaySince = performance.now()
  await untilLost()
  expect(performance.now() - awaySince).toBeGreaterThan(outageMs - everyMs - slackMs)
})

it('does not lose the job when the database comes back in time', async () => {
  const db = await freshDatabase()
  const { isLost, switchTo } = await startOn(db)
  switchTo(unreachableDatabase())
  await sleep(outageMs / 2)
  switchTo(db)
  await sleep(outageMs)
  expect(isLost()).toBe(false)
})

it('loses the job at the next heartbeat once it was cancelled', async () => {
  const db = await freshDatabase()
  const { id, untilLost } = await startOn(db)
  await cancelJob(db, id, 'Ann Lee')
  const cancelledAt = performance.now()
  await untilLost()
  expect(performance.now() - cancelledAt).toBeLessThan(outageMs)
})
