import type { JobRow } from '@dashboard/store/database/schema'
import { findTrackedJob, type TrackedJob } from '@dashboard/store/jobs/github-runs'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob } from '@dashboard/store/test/jobs'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dispatchAndStop, pass, pollUntil, startGithub } from '../../../test/github.ts'
import { GithubDispatcher } from './dispatch-jobs.ts'

/** Opens a database whose statements fail while it is unavailable. */
async function databaseWithOutage() {
  const database = await freshDatabase()
  const outage: { isUnavailable(): boolean; error: Error } = {
    isUnavailable: () => false,
    error: new Error('The disk is broken'),
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (outage.isUnavailable()) throw outage.error
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { database, outage, db: database.withPlugin(plugin) }
}

/** Starts a GitHub double on a database that fails as soon as GitHub has received a dispatch. */
async function startWithLostDatabase(error: Error) {
  const { db, outage } = await databaseWithOutage()
  const setup = await startGithub({ db })
  outage.error = error
  const { id } = await queuedJob(db)
  return {
    ...setup,
    id,
    /** Makes this many statements fail after the dispatch. */
    lose(statements = Number.POSITIVE_INFINITY) {
      let left = statements
      outage.isUnavailable = () => setup.double.count('dispatch') > 0 && left-- > 0
    },
    recover() {
      outage.isUnavailable = () => false
    },
  }
}

const unavailable = Object.assign(new Error('lost'), { code: 'ECONNRESET' })

describe('a database that is lost after GitHub has received a job', () => {
  it.each([
    ['is not there', unavailable, undefined],
    ['fails', new Error('The disk is broken'), undefined],
    ['fails once', new Error('A deadlock'), 1],
  ])('and %s is no refusal: the run is found afterwards', async (_how, error, statements) => {
    const setup = await startWithLostDatabase(error)
    setup.lose(statements)
    setup.engine.start(setup.id)
    const failure = await dispatchAndStop(setup.engine).catch((reason: unknown) => reason)
    expect(failure).toBe(statements === 1 ? undefined : error)
    setup.recover()
    expect(await setup.read(setup.id)).toMatchObject({
      status: 'queued',
      dispatchedAt: expect.any(String),
      githubRunId: null,
      error: null,
      logs: null,
    })
    expect(setup.warnings.map(({ message }) => message)).not.toContain(
      'GitHub did not accept a job',
    )
    await pass('runAppearsWithinMs')
    await setup.engine.sync()
    const run = setup.double.runOf(setup.id)
    expect(await setup.read(setup.id)).toMatchObject({ githubRunId: String(run.id) })
    expect(setup.double.count('dispatch')).toBe(1)
  })

  it('and refused it leaves the job marked: its run is searched for, and then the job is dispatched again', async () => {
    const setup = await startWithLostDatabase(unavailable)
    setup.double.setFault('dispatch', { kind: 'refuse', status: 422, message: 'No' }, 1)
    setup.lose()
    setup.engine.start(setup.id)
    await expect(dispatchAndStop(setup.engine)).rejects.toBe(unavailable)
    setup.recover()
    expect(await setup.read(setup.id)).toMatchObject({ status: 'queued', error: null })
    await pollUntil(setup, async () =>
      expect((await setup.read(setup.id)).githubRunId).not.toBeNull(),
    )
    expect(setup.double.count('dispatch')).toBe(2)
    expect(setup.double.state.runs.size).toBe(1)
  })

  it.each([
    [unavailable, [] as string[]],
    [new Error('The disk is broken'), ['Could not dispatch jobs to GitHub']],
  ])('is logged unless others say so: %s', async (error, messages) => {
    const setup = await startWithLostDatabase(error)
    setup.lose()
    setup.engine.start(setup.id)
    await expect.poll(() => setup.double.count('dispatch')).toBe(1)
    // `close` returns when the round that was started has ended.
    await setup.engine.close()
    expect(setup.warnings.map(({ message }) => message)).toEqual(messages)
  })
})

/** Returns a sender, and the list of jobs that it was to send again. */
async function startSender() {
  const setup = await startGithub()
  const events: string[] = []
  const dispatcher = new GithubDispatcher(setup.engine.dependencies)
  const sender = {
    async send(job: Pick<JobRow, 'id' | 'type'>, previous: string | null) {
      const isSent = await dispatcher.send(job, previous)
      const { status, dispatchedAt } = await setup.read(job.id)
      if (status === 'queued' && dispatchedAt === null) events.push(`queued again ${job.id}`)
      return isSent
    },
    redispatch: (job: TrackedJob) => dispatcher.redispatch(job),
  }
  const job = await queuedJob(setup.db)
  const tracked = async () => {
    const found = await findTrackedJob(setup.db, job.id)
    if (!found) throw new Error('The job is gone')
    return found
  }
  return { ...setup, sender, job, events, tracked }
}

describe('a job that is sent', () => {
  it('whose run is known at once needs nothing more', async () => {
    const { sender, job, events, double } = await startSender()
    expect(await sender.send(job, null)).toBe(true)
    expect(events).toEqual([])
    expect(await sender.send(job, null)).toBe(false)
    expect(double.count('dispatch')).toBe(1)
  })

  it('and whose answer is lost says so', async () => {
    const { sender, job, events, double, read } = await startSender()
    double.setFault('dispatch', { kind: 'lose-answer' })
    await sender.send(job, null)
    expect(events).toEqual([])
    expect((await read(job.id)).step).toBe('Finding out whether GitHub has accepted the job')
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
        'GitHub accepted the job, but no run of it has appeared within 0 seconds. Look at githubstatus.com and retry the job.',
    })
  })
})

describe('GitHub that cannot be reached', () => {
  it('is tried three times, and three more when the job is retried', async () => {
    const { sender, job, events, double, db, read } = await startSender()
    await double.close()
    const states: (string | null)[] = []
    for (let round = 0; round < 6; round += 1) {
      await sender.send(job, null)
      const { status, step } = await read(job.id)
      states.push(status === 'failed' ? status : step)
      if (status !== 'failed') continue
      // Sets the row to the state in which a retry leaves it.
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
    const setup = await startGithub({ timings: { maxLimitWaitMs: 60_000 } })
    setup.double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: seconds })
    const { id } = await queuedJob(setup.db)
    setup.engine.start(id)
    await dispatchAndStop(setup.engine)
    expect((await setup.read(id)).status).toBe(status)
    expect(setup.double.count('dispatch')).toBe(1)
  })
})

it('a job that GitHub refuses because of a limit says how long it waits', async () => {
  const { sender, job, events, double, read, engine } = await startSender()
  engine.dependencies.timings.maxLimitWaitMs = 60_000
  double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: 30 })
  await sender.send(job, null)
  expect((await read(job.id)).step).toMatch(/^Waiting until .* ET, when GitHub accepts/)
  expect(events).toEqual([`queued again ${job.id}`])
})
