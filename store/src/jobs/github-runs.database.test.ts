import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { queuedJob, readJob, runningJob } from '../../test/jobs.ts'
import { readVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { appendToLog } from './change-jobs.ts'
import { claimJob } from './claim-job.ts'
import { cancelJob, completeJob } from './finish-job.ts'
import {
  endStop,
  findKnownRuns,
  findTrackedJob,
  listStoppingJobs,
  listTrackedJobs,
  listUndispatchedJobs,
  markDispatched,
  saveRun,
  showWaitingStep,
  undispatchJob,
} from './github-runs.ts'

const run = { id: '77', url: 'https://github.example/runs/77' }
const report = { type: 'circuit-report' } as const

async function dispatchedJob(db: Db) {
  const { id } = await queuedJob(db, report)
  await markDispatched(db, id, null)
  return readJob(db, id)
}

/** Creates a job that was cancelled here while its run on GitHub continues. */
async function stoppingJob(db: Db) {
  const { id } = await dispatchedJob(db)
  await cancelJob(db, id, 'Ann Lee')
  return readJob(db, id)
}

/** Whether the work raises the version that pollers of the job list compare. */
async function raises(db: Db, work: () => Promise<unknown>): Promise<boolean> {
  const before = await readVersion(db, 'jobs')
  await work()
  return (await readVersion(db, 'jobs')) !== before
}

const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id)

describe('the lists', () => {
  it('of tracked jobs contain active dispatched ones and those whose run is to be cancelled, oldest first', async () => {
    const db = await freshDatabase()
    const stopping = await stoppingJob(db)
    const queued = await dispatchedJob(db)
    const running = await dispatchedJob(db)
    await claimJob(db, running.id, 'runner')
    const done = await dispatchedJob(db)
    await claimJob(db, done.id, 'runner')
    await completeJob(db, done.id, 'runner', null)
    await queuedJob(db, report)
    await runningJob(db, report)
    expect(ids(await listTrackedJobs(db))).toEqual([stopping.id, queued.id, running.id])
    expect(ids(await listStoppingJobs(db))).toEqual([stopping.id])
    const another = await stoppingJob(db)
    expect(ids(await listStoppingJobs(db))).toEqual([stopping.id, another.id])
  })

  it('of undispatched jobs contain queued ones that can start, oldest first', async () => {
    const db = await freshDatabase()
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    await dispatchedJob(db)
    const third = await queuedJob(db, report)
    const fourth = await queuedJob(db, report)
    expect(ids(await listUndispatchedJobs(db))).toEqual([third.id, fourth.id])
    await completeJob(db, first.id, 'runner', null)
    expect(ids(await listUndispatchedJobs(db))).toEqual([second.id, third.id, fourth.id])
  })

  it('find a job by its id, and which runs are known', async () => {
    const db = await freshDatabase()
    const { id } = await dispatchedJob(db)
    await saveRun(db, id, run)
    expect(await findTrackedJob(db, id)).toMatchObject({ id, githubRunId: run.id })
    expect(await findTrackedJob(db, 'none')).toBeUndefined()
    await queuedJob(db, report)
    expect(await findKnownRuns(db, ['1', run.id, '2'])).toEqual(new Set([run.id]))
    expect(await findKnownRuns(db, [])).toEqual(new Set())
  })
})

describe('dispatching', () => {
  it('is marked by only one of two servers', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db, report)
    const before = new Date().toISOString()
    const marks = await Promise.all([markDispatched(db, id, null), markDispatched(db, id, null)])
    expect(marks.toSorted()).toEqual([false, true])
    const { dispatchedAt } = await readJob(db, id)
    expect(dispatchedAt && dispatchedAt >= before).toBe(true)
  })

  it('is marked again only by whoever knows the earlier mark', async () => {
    const db = await freshDatabase()
    const { id } = await dispatchedJob(db)
    const first = '2026-11-20T10:00:00.000Z'
    await db.updateTable('jobs').set({ dispatchedAt: first }).where('id', '=', id).execute()
    expect(await markDispatched(db, id, '2026-11-20T09:00:00.000Z')).toBe(false)
    expect(await markDispatched(db, id, first)).toBe(true)
    expect(await markDispatched(db, id, first)).toBe(false)
  })

  it('is not marked for a job that runs, or that has a run', async () => {
    const db = await freshDatabase()
    const running = await runningJob(db, report)
    expect(await markDispatched(db, running.id, null)).toBe(false)
    const { id, dispatchedAt } = await dispatchedJob(db)
    await saveRun(db, id, run)
    expect(await markDispatched(db, id, dispatchedAt)).toBe(false)
  })

  it('stores the first run that is named, of a dispatched job', async () => {
    const db = await freshDatabase()
    const waiting = await queuedJob(db, report)
    expect(await raises(db, () => saveRun(db, waiting.id, run))).toBe(false)
    expect(await saveRun(db, waiting.id, run)).toBe(false)
    const { id } = await dispatchedJob(db)
    const another = await dispatchedJob(db)
    expect(await saveRun(db, another.id, { id: '79', url: run.url })).toBe(true)
    expect(await raises(db, () => saveRun(db, id, run))).toBe(true)
    expect(await saveRun(db, id, { id: '78', url: 'another' })).toBe(false)
    expect(await readJob(db, id)).toMatchObject({ githubRunId: run.id, githubRunUrl: run.url })
  })

  it('is undone for a queued job, with everything that names its run', async () => {
    const db = await freshDatabase()
    const { id } = await dispatchedJob(db)
    await saveRun(db, id, run)
    await showWaitingStep(db, id, 'Waiting')
    expect(await undispatchJob(db, id, 'Trying again')).toBe(true)
    const empty = { dispatchedAt: null, githubRunId: null, githubRunUrl: null }
    expect(await readJob(db, id)).toMatchObject({ ...empty, step: 'Trying again' })
    await claimJob(db, id, 'runner')
    expect(await raises(db, () => undispatchJob(db, id, null))).toBe(false)
    expect(await undispatchJob(db, id, null)).toBe(false)
    expect((await readJob(db, id)).step).toBe('Trying again')
  })
})

it('shows what a queued job waits for, once', async () => {
  const db = await freshDatabase()
  const { id } = await dispatchedJob(db)
  expect(await raises(db, () => showWaitingStep(db, id, 'Waiting'))).toBe(true)
  expect(await raises(db, () => showWaitingStep(db, id, 'Waiting'))).toBe(false)
  expect(await showWaitingStep(db, id, 'Waiting')).toBe(false)
  expect(await showWaitingStep(db, id, 'Starting')).toBe(true)
  expect((await readJob(db, id)).step).toBe('Starting')
  await claimJob(db, id, 'runner')
  expect(await showWaitingStep(db, id, 'Waiting')).toBe(false)
  expect(await showWaitingStep(db, 'none', 'Waiting')).toBe(false)
})

describe('stopping a run', () => {
  it('is requested when a dispatched job is cancelled', async () => {
    const db = await freshDatabase()
    const active = await dispatchedJob(db)
    await cancelJob(db, active.id, 'Ann Lee')
    expect((await readJob(db, active.id)).stopRequestedAt).toMatch(/^\d{4}-/)

    const local = await queuedJob(db, report)
    await cancelJob(db, local.id, 'Ann Lee')
    expect(await listStoppingJobs(db)).toHaveLength(1)
  })

  it('ends once, with a line in the log', async () => {
    const db = await freshDatabase()
    const { id } = await stoppingJob(db)
    expect(await raises(db, () => endStop(db, id, 'The run has stopped.'))).toBe(true)
    expect(await endStop(db, id, 'The run has stopped.')).toBe(false)
    const { logs, stopRequestedAt } = await readJob(db, id)
    expect([logs, stopRequestedAt]).toEqual(['Cancelled by Ann Lee\nThe run has stopped.\n', null])
  })
})

it('adds to the log of a job in any status, and to no other log', async () => {
  const db = await freshDatabase()
  const { id } = await stoppingJob(db)
  const other = await queuedJob(db, report)
  expect(await raises(db, () => appendToLog(db, id, 'one\n'))).toBe(true)
  await appendToLog(db, id, 'two\n')
  expect((await readJob(db, id)).logs).toBe('Cancelled by Ann Lee\none\ntwo\n')
  expect((await readJob(db, other.id)).logs).toBeNull()
})

it('changes only the job that it is given', async () => {
  const db = await freshDatabase()
  const other = await dispatchedJob(db)
  const stopping = await stoppingJob(db)
  const waiting = await queuedJob(db, report)
  const before = [await readJob(db, other.id), await readJob(db, stopping.id)]
  await markDispatched(db, waiting.id, null)
  await saveRun(db, waiting.id, run)
  await showWaitingStep(db, waiting.id, 'Waiting')
  await undispatchJob(db, waiting.id, null)
  await cancelJob(db, waiting.id, 'Ann Lee')
  await endStop(db, waiting.id, 'none')
  expect([await readJob(db, other.id), await readJob(db, stopping.id)]).toEqual(before)
})
