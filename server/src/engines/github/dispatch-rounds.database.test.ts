import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { findTrackedJob } from '@dashboard/store/jobs/github-runs'
import { queuedJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { startGithub } from '../../../test/github.ts'
import { GithubDispatcher } from './dispatch-jobs.ts'
import type { GithubTimings } from './github-dependencies.ts'

/** Which jobs a round dispatches, and what it leaves for a later one. */

/** Starts a dispatcher without the engine around it, so that rounds run only when a test calls for one. */
async function startDispatcher(timings: Partial<GithubTimings> = {}) {
  const setup = await startGithub({ timings })
  const { dependencies } = setup.engine
  const dispatcher = new GithubDispatcher(dependencies)
  const queue = async (count: number) => {
    const jobs = []
    for (let made = 0; made < count; made += 1) {
      jobs.push(await queuedJob(setup.db, { type: 'circuit-report', targets: [`NY-${made}`] }))
    }
    return jobs
  }
  return { ...setup, dependencies, dispatcher, queue }
}

const waiting = /^Waiting until .* ET, when GitHub takes requests again$/

test('a round for all dispatches more than one batch of jobs that nobody was assigned', async () => {
  const { double, dispatcher, queue } = await startDispatcher()
  await queue(25)
  await dispatcher.dispatchReady('all')
  expect(double.count('dispatch')).toBe(25)
})

test('a round for the assigned jobs leaves the others, also after a round for all', async () => {
  const { double, dispatcher, queue } = await startDispatcher()
  await queue(1)
  await dispatcher.dispatchReady('all')
  const [, mine] = await queue(2)
  dispatcher.assign(mine?.id ?? '')
  await dispatcher.dispatchReady('assigned')
  expect(double.count('dispatch')).toBe(2)
  expect(double.runOf(mine?.id ?? '').status).toBe('queued')
  await dispatcher.dispatchReady('assigned')
  expect(double.count('dispatch')).toBe(2)
})

test('a limit that begins in a round is shown by every job of that round', async () => {
  const { double, dispatcher, queue, read } = await startDispatcher({ maxLimitWaitMs: 3_600_000 })
  double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: 600 })
  const jobs = await queue(3)
  await dispatcher.dispatchReady('all')
  const rows = await Promise.all(jobs.map(({ id }) => read(id)))
  for (const row of rows) expect(row).toMatchObject({ step: expect.stringMatching(waiting) })
  expect(double.count('dispatch')).toBe(1)
  // A second round must not write the same step again, which would only change the time of each job's last change.
  await dispatcher.dispatchReady('all')
  expect(await Promise.all(jobs.map(({ id }) => read(id)))).toEqual(rows)
  expect(dispatcher.hasWaiting()).toBe(false)
})

test('jobs wait for another try until they are dispatched or no longer queued', async () => {
  const { db, double, dispatcher, queue } = await startDispatcher()
  expect(dispatcher.hasWaiting()).toBe(false)
  await double.close()
  const [job] = await queue(1)
  dispatcher.assign(job?.id ?? '')
  await dispatcher.dispatchReady('assigned')
  expect(dispatcher.hasWaiting()).toBe(true)
  await cancelJob(db, job?.id ?? '', 'Ann Lee')
  await dispatcher.dispatchReady('assigned')
  expect(dispatcher.hasWaiting()).toBe(false)
})

test('a job that was dispatched is waited for no longer', async () => {
  const { dispatcher, queue } = await startDispatcher()
  const [job] = await queue(1)
  dispatcher.assign(job?.id ?? '')
  await dispatcher.dispatchReady('assigned')
  expect(dispatcher.hasWaiting()).toBe(false)
})

test('nothing more is dispatched once the server stops', async () => {
  const { dependencies, double, queue, read } = await startDispatcher()
  const stop = new AbortController()
  const dispatcher = new GithubDispatcher({ ...dependencies, stopping: stop.signal })
  stop.abort()
  const [job] = await queue(1)
  dispatcher.assign(job?.id ?? '')
  await dispatcher.dispatchReady('all')
  expect(double.count()).toBe(0)
  expect(await read(job?.id ?? '')).toMatchObject({ status: 'queued', dispatchedAt: null })
})

test('a job that is dispatched again no longer belongs to this server', async () => {
  const { db, double, dispatcher, dependencies, queue } = await startDispatcher()
  const [job] = await queue(1)
  const id = job?.id ?? ''
  double.setFault('dispatch', { kind: 'forget' })
  dispatcher.assign(id)
  await dispatcher.dispatchReady('assigned')
  dispatcher.assign(id)
  const tracked = await findTrackedJob(db, id)
  expect(tracked && (await dispatcher.redispatch(tracked))).toBe(true)
  expect(dispatcher.hasWaiting()).toBe(false)
  expect(double.count('dispatch')).toBe(2)
  expect(dependencies.client.limits.pausedUntil()).toBe(0)
})
