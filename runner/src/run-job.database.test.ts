import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/database/test-database'
import { StorageError } from '@dashboard/store/files/file-store'
import { openFiles } from '@dashboard/store/files/open-files'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { maxAttempts } from '@dashboard/store/jobs/retry-job'
import { queuedJob, readJob } from '@dashboard/store/jobs/test-jobs'
import { readSettings } from '@dashboard/store/settings'
import { describe, expect, it } from 'vitest'
import type { JobContext, JobHandler } from './job-context.ts'
import { JobError } from './job-errors.ts'
import { runJob } from './run-job.ts'
import { SheetError } from './spreadsheets/sheet-error.ts'

const settings = readSettings({})
const files = openFiles(settings.storage)

/** Runs a job with a handler of the test's own; `leave` asks the runner to go. */
async function run(db: Db, handler: JobHandler, leave = new AbortController()) {
  const { id } = await queuedJob(db, { type: 'circuit-report', targets: ['NJ 07, North', 'NY-1'] })
  const options = { db, files, settings, leave: leave.signal, handlerOf: () => handler }
  return { id, result: runJob(id, options) }
}

/** Waits, as a handler does, until it is told to stop. */
function untilStopped({ signal }: JobContext): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

describe('runJob', () => {
  it('hands the targets over as a list and keeps what the handler answers', async () => {
    const db = await freshDatabase()
    const { id, result } = await run(db, async ({ job, progress, log }) => {
      progress(40, `Making report 1 of 2: ${job.targets[0]}`)
      log('one')
      log('two')
      return { targets: job.targets }
    })
    expect(await result).toBe('completed')
    const job = await readJob(db, id)
    expect(job).toMatchObject({ status: 'completed', progress: 100, logs: 'one\ntwo\n' })
    expect(JSON.parse(job.outcome ?? '')).toEqual({ targets: ['NJ 07, North', 'NY-1'] })
  })

  it('shows progress and log while the handler works', async () => {
    const db = await freshDatabase()
    const done = Promise.withResolvers<void>()
    const { id, result } = await run(db, async ({ progress, log }) => {
      progress(33.9, 'Making report 1 of 2: NY-1')
      log('Made report 1')
      await done.promise
    })
    await expect
      .poll(() => readJob(db, id), { timeout: 5_000 })
      .toMatchObject({ progress: 33, step: 'Making report 1 of 2: NY-1', logs: 'Made report 1\n' })
    done.resolve()
    await result
  })

  it.each([
    [new JobError('Share the sheet.', 'outside-system'), 'Share the sheet.', 'outside-system'],
    [new SheetError('no-header', 'No header row.'), 'No header row.', 'unreadable-sheet'],
    [new SheetError('removes-too-much', 'Too many.'), 'Too many.', 'guard'],
    [new StorageError('Storage is away.', { cause: null }), 'Storage is away.', 'outside-system'],
    [new Error('boom'), 'Something unexpected went wrong: boom', 'other'],
  ])('fails the job with what the handler throws (%s)', async (thrown, error, failureKind) => {
    const db = await freshDatabase()
    const { id, result } = await run(db, async () => {
      throw thrown
    })
    expect(await result).toBe('failed')
    const job = await readJob(db, id)
    expect(job).toMatchObject({ status: 'failed', error, failureKind })
    expect(job.logs?.split(thrown.message)).toHaveLength(2)
  })

  it('stops the handler when the job is cancelled, and leaves the row alone', async () => {
    const db = await freshDatabase()
    const { id, result } = await run(db, async (context) => {
      const chatter = setInterval(() => context.log('still at it'), 100)
      await untilStopped(context).finally(() => clearInterval(chatter))
    })
    await expect.poll(async () => (await readJob(db, id)).status).toBe('running')
    await cancelJob(db, id, 'Ann Lee')
    expect(await result).toBe('lost')
    expect(await readJob(db, id)).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
  })

  it('gives the job back when the process is asked to leave', async () => {
    const db = await freshDatabase()
    const leave = new AbortController()
    const { id, result } = await run(db, untilStopped, leave)
    await expect.poll(async () => (await readJob(db, id)).status).toBe('running')
    leave.abort()
    expect(await result).toBe('released')
    expect(await readJob(db, id)).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('has a job tried again whose database went away', async () => {
    const db = await freshDatabase()
    const outage = Object.assign(new Error('Connection terminated'), { code: '57P01' })
    const { id, result } = await run(db, async () => {
      throw outage
    })
    expect(await result).toBe('released')
    const job = await readJob(db, id)
    expect(job).toMatchObject({ status: 'queued', attempts: 1, leaseOwner: null, error: null })
    expect(job.logs).toContain('The database went away.\n')
  })

  it('fails a job as interrupted whose database went away at its last try', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db, { type: 'circuit-report', targets: ['NY-1'] })
    await db
      .updateTable('jobs')
      .set({ attempts: maxAttempts - 1 })
      .execute()
    const outage = Object.assign(new Error('Connection terminated'), { code: '57P01' })
    const handlerOf = () => () => Promise.reject(outage)
    const leave = new AbortController().signal
    expect(await runJob(id, { db, files, settings, leave, handlerOf })).toBe('failed')
    expect(await readJob(db, id)).toMatchObject({ status: 'failed', failureKind: 'interrupted' })
  })

  it('completes a job whose handler finished in spite of being asked to leave', async () => {
    const db = await freshDatabase()
    const leave = new AbortController()
    const { id, result } = await run(
      db,
      async () => {
        leave.abort()
        await sleep(10)
      },
      leave,
    )
    expect(await result).toBe('completed')
    expect((await readJob(db, id)).status).toBe('completed')
  })

  it('leaves a job alone that somebody else has', async () => {
    const db = await freshDatabase()
    const { id, result } = await run(db, async () => {})
    await result
    const handlerOf = () => async () => {
      throw new Error('not mine')
    }
    const leave = new AbortController().signal
    expect(await runJob(id, { db, files, settings, leave, handlerOf })).toBe('not-claimed')
    expect((await readJob(db, id)).status).toBe('completed')
  })
})
