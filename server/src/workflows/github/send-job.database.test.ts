import { freshDatabase } from '@dashboard/store/database/test-database'
import { findTrackedJob } from '@dashboard/store/jobs/github-runs'
import { queuedJob } from '@dashboard/store/jobs/test-jobs'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createJobSender } from './send-job.ts'
import { pollUntil, startGithub } from './test-github.ts'

/** A database that every statement fails on while it is away. */
async function databaseThatGoesAway() {
  const database = await freshDatabase()
  const away: { isAway(): boolean; error: Error } = {
    isAway: () => false,
    error: new Error('The disk is broken'),
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (away.isAway()) throw away.error
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { database, away, db: database.withPlugin(plugin) }
}

/** A GitHub double on a database that is lost as soon as GitHub has received a dispatch. */
async function startWithLostDatabase(error: Error) {
  const { db, away } = await databaseThatGoesAway()
  const world = await startGithub({ db })
  away.error = error
  const { id } = await queuedJob(db)
  return {
    ...world,
    id,
    /** After the dispatch so many statements fail. */
    lose(statements = Number.POSITIVE_INFINITY) {
      let left = statements
      away.isAway = () => world.double.count('dispatch') > 0 && left-- > 0
    },
    recover() {
      away.isAway = () => false
    },
  }
}

const unavailable = Object.assign(new Error('lost'), { code: 'ECONNRESET' })

describe('a database that is lost after GitHub has received a job', () => {
  it.each([
    ['is not there', unavailable, undefined],
    ['fails', new Error('The disk is broken'), undefined],
    ['fails once', new Error('A deadlock'), 1],
  ])('and %s is no refusal: the run is found when it is back', async (_how, error, statements) => {
    const world = await startWithLostDatabase(error)
    world.lose(statements)
    world.engine.start(world.id)
    await expect(world.engine.dispatchAndStop()).rejects.toBe(error)
    world.recover()
    expect(await world.read(world.id)).toMatchObject({
      status: 'queued',
      dispatchedAt: expect.any(String),
      githubRunId: null,
      error: null,
      logs: null,
    })
    expect(world.warnings.map(({ message }) => message)).not.toContain('GitHub did not take a job')
    await world.engine.sync()
    const run = world.double.runOf(world.id)
    expect(await world.read(world.id)).toMatchObject({ githubRunId: String(run.id) })
    expect(world.double.count('dispatch')).toBe(1)
  })

  it('and refused it leaves the job to be searched for, and sent again after that', async () => {
    const world = await startWithLostDatabase(unavailable)
    world.double.setFault('dispatch', { kind: 'refuse', status: 422, message: 'No' }, 1)
    world.lose()
    world.engine.start(world.id)
    await expect(world.engine.dispatchAndStop()).rejects.toBe(unavailable)
    world.recover()
    expect(await world.read(world.id)).toMatchObject({ status: 'queued', error: null })
    await pollUntil(world, async () =>
      expect((await world.read(world.id)).githubRunId).not.toBeNull(),
    )
    expect(world.double.count('dispatch')).toBe(2)
    expect(world.double.state.runs.size).toBe(1)
  })

  it.each([
    [unavailable, [] as string[]],
    [new Error('The disk is broken'), ['Could not dispatch jobs to GitHub']],
  ])('is logged unless others say so: %s', async (error, messages) => {
    const world = await startWithLostDatabase(error)
    world.lose()
    world.engine.start(world.id)
    await expect.poll(() => world.double.count('dispatch'), { timeout: 20_000 }).toBe(1)
    // Ends when the round that was started has ended.
    await world.engine.close()
    expect(world.warnings.map(({ message }) => message)).toEqual(messages)
  })
})

/** A sender of its own, with what it said of the jobs. */
async function startSender() {
  const world = await startGithub()
  const events: string[] = []
  const sender = createJobSender(world.engine.dependencies, {
    onUnnamed: () => events.push('unnamed'),
    onQueuedAgain: (id) => events.push(`queued again ${id}`),
  })
  const job = await queuedJob(world.db)
  const tracked = async () => {
    const found = await findTrackedJob(world.db, job.id)
    if (!found) throw new Error('The job is gone')
    return found
  }
  return { ...world, sender, job, events, tracked }
}

describe('a job that is sent', () => {
  it('with its run known at once needs nothing more', async () => {
    const { sender, job, events, double } = await startSender()
    expect(await sender.send(job, null)).toBe(true)
    expect(events).toEqual([])
    expect(await sender.send(job, null)).toBe(false)
    expect(double.count('dispatch')).toBe(1)
  })

  it('without its run known is looked for', async () => {
    const { sender, job, events, double } = await startSender()
    double.setFault('dispatch', { kind: 'no-details' })
    expect(await sender.send(job, null)).toBe(true)
    expect(events).toEqual(['unnamed'])
  })

  it('and whose answer is lost is looked for', async () => {
    const { sender, job, events, double, read } = await startSender()
    double.setFault('dispatch', { kind: 'lose-answer' })
    await sender.send(job, null)
    expect(events).toEqual(['unnamed'])
    expect((await read(job.id)).step).toBe('Finding out whether GitHub has taken the job')
  })

  it('fails when the second dispatch fails as well', async () => {
    const { sender, job, double, read, tracked } = await startSender()
    double.setFault('dispatch', { kind: 'forget' })
    await sender.send(job, null)
    expect(await sender.redispatch(await tracked())).toBe(true)
    expect(double.count('dispatch')).toBe(2)
    expect((await read(job.id)).status).toBe('queued')
    expect(await sender.redispatch(await tracked())).toBe(true)
    expect(double.count('dispatch')).toBe(2)
    expect(await read(job.id)).toMatchObject({
      status: 'failed',
      failureKind: 'outside-system',
      error:
        'GitHub took the job, but no run of it has appeared within 0 seconds. Look at githubstatus.com and retry the job.',
    })
  })
})

describe('GitHub that cannot be reached', () => {
  it('is tried three times, and three times again when the job is retried', async () => {
    const { sender, job, events, double, db, read } = await startSender()
    await double.close()
    const states: (string | null)[] = []
    for (let round = 0; round < 6; round += 1) {
      await sender.send(job, null)
      const { status, step } = await read(job.id)
      states.push(status === 'failed' ? status : step)
      if (status !== 'failed') continue
      // As a retry leaves the row.
      await db
        .updateTable('jobs')
        .set({ status: 'queued', error: null, dispatchedAt: null })
        .where('id', '=', job.id)
        .execute()
    }
    const once = ['Trying to reach GitHub', 'Trying to reach GitHub', 'failed']
    expect(states).toEqual([...once, ...once])
    expect(events).toHaveLength(4)
  })
})

describe('a limit', () => {
  it.each([
    ['that ends in time is waited for, however often', 30, 'queued'],
    ['that ends too late fails the job', 90, 'failed'],
  ])('%s', async (_how, seconds, status) => {
    const world = await startGithub({ timings: { patienceMs: 60_000 } })
    world.double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: seconds })
    const { id } = await queuedJob(world.db)
    world.engine.start(id)
    await world.engine.dispatchAndStop()
    expect((await world.read(id)).status).toBe(status)
    expect(world.double.count('dispatch')).toBe(1)
  })
})

it('a job that GitHub refuses because of a limit says until when it waits', async () => {
  const { sender, job, events, double, read, engine } = await startSender()
  engine.dependencies.timings.patienceMs = 60_000
  double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: 30 })
  await sender.send(job, null)
  expect((await read(job.id)).step).toMatch(/^Waiting until .* ET, when GitHub takes/)
  expect(events).toEqual([`queued again ${job.id}`])
})
