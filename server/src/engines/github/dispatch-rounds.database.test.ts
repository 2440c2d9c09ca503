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

const waiting = /^Waiting until .* ET, when GitHub accepts requests again$/

test('a round that leaves jobs to another batch is followed by another round', async () => {
  const { double, dispatcher, queue } = await startDispatcher()
  await queue(25)
  await dispatcher.loop.now()
  await expect.poll(() => double.count('dispatch')).toBe(25)
})

test('a limit that begins in a round is shown by every job in the next one', async () => {
  const { double, dispatcher, queue, read } = await startDispatcher({ maxLimitWaitMs: 3_600_000 })
  double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: 600 })
  const jobs = await queue(3)
  await dispatcher.loop.now()
  await dispatcher.loop.now()
  const rows = await Promise.all(jobs.map(({ id }) => read(id)))
  for (const row of rows) expect(row).toMatchObject({ step: expect.stringMatching(waiting) })
  expect(double.count('dispatch')).toBe(1)
  // A third round must not write the same step again, which would only change the time of each job's last change.
  await dispatcher.loop.now()
  expect(await Promise.all(jobs.map(({ id }) => read(id)))).toEqual(rows)
})

test('nothing more is dispatched once the server stops', async () => {
  const { dependencies, double, queue, read } = await startDispatcher()
  const stop = new AbortController()
  const dispatcher = new GithubDispatcher({ ...dependencies, stopping: stop.signal })
  stop.abort()
  const [job] = await queue(1)
  await dispatcher.loop.now()
  expect(double.count()).toBe(0)
  expect(await read(job?.id ?? '')).toMatchObject({ status: 'queued', dispatchedAt: null })
})
