import { startGithubDouble } from '@dashboard/doubles/github/github-double'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { expect, onTestFinished, test } from 'vitest'
import { startGithub } from '../../../test/github.ts'
import { readPollIntervalMs } from '../../monitoring/monitoring-service.ts'
import { githubTimings } from './github-dependencies.ts'
import { GithubEngine } from './github-engine.ts'

/** Covers what the engine does by itself once it is open. */

test('an open engine tries jobs and stops again by itself', async () => {
  const setup = await startGithub({
    timings: { tickMs: 100 },
  })
  const { db, double, engine } = setup
  engine.open()
  engine.open()
  double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: 1 }, 1)
  const { id } = await queuedJob(db)
  engine.dependencies.timings.maxLimitWaitMs = 60_000
  engine.start(id)
  await expect.poll(() => double.count('dispatch')).toBe(2)
  await expect.poll(async () => (await setup.read(id)).githubRunId).not.toBeNull()

  engine.dependencies.client.limits.pause(Date.now() + 700)
  await cancelJob(db, id, 'Ann Lee')
  await expect.poll(() => double.runOf(id).conclusion).toBe('cancelled')
  await engine.close()
})

test('the timings of a server', () => {
  expect(githubTimings).toEqual({
    otherServerHeadStartMs: 10_000,
    runAppearsWithinMs: 120_000,
    maxLimitWaitMs: 120_000,
    forceCancelAfterMs: 60_000,
    finishDelayMs: 3_000,
    lostRunnerMs: 60_000,
    minPollGapMs: 5_000,
    tickMs: 1_000,
    leaseMs: 15_000,
  })
})

test('the whole feature dispatches by its own loop', async () => {
  const db = await freshDatabase()
  const double = await startGithubDouble()
  onTestFinished(() => double.close())
  const warnings: string[] = []
  const feature = new GithubEngine({
    db,
    log: { warn: (_details, message) => warnings.push(message) },
    github: double.settings,
    readPollIntervalMs: () => readPollIntervalMs(db),
    timings: { otherServerHeadStartMs: 0, tickMs: 10 },
    connection: { throttle: false },
  })
  onTestFinished(() => feature.close())
  const { id } = await queuedJob(db)
  feature.open()
  await expect.poll(async () => (await readJob(db, id)).githubRunId).not.toBeNull()
  await feature.close()
  expect(await db.selectFrom('leader_leases').select('name').execute()).not.toContainEqual({
    name: 'github-poller',
  })
  expect(warnings).toEqual([])
})
