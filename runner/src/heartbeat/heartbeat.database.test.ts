import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { leaseMs } from '@dashboard/store/jobs/renew-lease'
import { freshDatabase } from '@dashboard/store/test/database'
import { readJob, runningJob } from '@dashboard/store/test/jobs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

const everyMs = 50
const now = performance.now.bind(performance)

/** Puts the monotonic clock forward by so much in all, until the test ends. */
function setPassed(ms: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}

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
  const heartbeat = startHeartbeat(switched.db, job, onLost, everyMs)
  onTestFinished(() => heartbeat.stop())
  const untilLost = () => expect.poll(() => lost).toBeGreaterThan(0)
  const readLease = async () => Date.parse((await readJob(db, id)).leaseExpiresAt ?? '')
  const untilRenewed = async () => {
    const before = await readLease()
    await expect.poll(readLease).toBeGreaterThan(before)
  }
  return { id, isLost: () => lost > 0, untilLost, untilRenewed, switchTo: switched.switchTo }
}

it('loses the job when the database is unavailable for longer than the lease lasts', async () => {
  const { untilLost, switchTo } = await startOn(await freshDatabase())
  switchTo(unreachableDatabase())
  setPassed(leaseMs + 1)
  await untilLost()
})

it('does not lose the job when the database comes back in time', async () => {
  const db = await freshDatabase()
  const { isLost, untilRenewed, switchTo } = await startOn(db)
  for (const outage of [1, 2]) {
    switchTo(unreachableDatabase())
    setPassed(outage * (leaseMs - 1_000))
    await sleep(3 * everyMs)
    expect(isLost()).toBe(false)
    switchTo(db)
    await untilRenewed()
  }
})

it('loses the job at the next heartbeat once it was cancelled', async () => {
  const db = await freshDatabase()
  const { id, untilLost } = await startOn(db)
  await cancelJob(db, id, 'Ann Lee')
  await untilLost()
})
