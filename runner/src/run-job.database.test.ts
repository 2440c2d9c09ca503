import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { StorageError } from '@dashboard/store/files/file-store'
import { openFiles } from '@dashboard/store/files/open-files'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { JobContext, JobHandler } from './job-context.ts'
import { JobError } from './job-errors.ts'
import { handlers, runJob } from './run-job.ts'
import { SheetError } from './spreadsheets/sheet-error.ts'

const settings = readSettings({})
const files = await openFiles(settings.storage)

/** Runs a job with the test's own handler; `shutdown` asks the runner to stop. */
async function run(db: Db, handler: JobHandler, shutdown = new AbortController()) {
  const { id } = await queuedJob(db, { type: 'circuit-report', targets: ['NJ 07, North', 'NY-1'] })
  vi.spyOn(handlers, 'circuit-report').mockImplementation(handler)
  return { id, result: runJob(id, { db, files, settings, shutdown: shutdown.signal }) }
}

/** Waits until its signal is aborted, as a handler does. */
function untilStopped({ signal }: JobContext): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

/** Returns the same database, whose statements fail while `isUnavailable` is set, as after a lost connection. */
function withOutages(db: Db) {
  const outage = { isUnavailable: false, failed: 0 }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!outage.isUnavailable) return node
      outage.failed += 1
      throw Object.assign(new Error('Connection terminated'), { code: '57P01' })
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), outage }
}

/** Returns what a runner writes to standard error from now on, until the test ends. */
function recordTraces(): string[] {
  const traces: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    traces.push(String(text))
    return true
  })
  onTestFinished(() => write.mockRestore())
  return traces
}

describe('runJob', () => {
  it('passes the targets as a list and stores what the handler returns', async () => {
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

  it('writes progress and log while the handler works', async () => {
    const db = await freshDatabase()
    const done = Promise.withResolvers<void>()
    const { id, result } = await run(db, async ({ progress, log }) => {
      progress(33.9, 'Making report 1 of 2: NY-1')
      log('Made report 1')
      await done.promise
    })
    await expect
      .poll(() => readJob(db, id))
      .toMatchObject({ progress: 33, step: 'Making report 1 of 2: NY-1', logs: 'Made report 1\n' })
    done.resolve()
    await result
  })

  it.each([
    [
      new JobError('Share the sheet.', 'outside-system', { details: 'Set SHEET_NAME.' }),
      'Share the sheet.',
      'outside-system',
    ],
    [new SheetError('unreadable', 'No header row.'), 'No header row.', 'unreadable-sheet'],
    [new SheetError('guard', 'Too many.'), 'Too many.', 'guard'],
    [
      new StorageError('The storage is unavailable.', { cause: null }),
      /^The files of the dashboard cannot be read or stored right now\./,
      'outside-system',
    ],
  ])('fails the job with what the handler throws (%s)', async (thrown, error, failureKind) => {
    const db = await freshDatabase()
    const { id, result } = await run(db, async () => {
      throw thrown
    })
    expect(await result).toBe('failed')
    const job = await readJob(db, id)
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(error),
      failureKind,
    })
    if (job.error !== thrown.message) expect(job.errorDetails).toBe(thrown.message)
    // Everybody reads the log, so that it names no setting.
    expect(job.logs?.trim()).toBe(`Failed: ${job.error}`)
  })

  it('shows the message of an unforeseen error neither on the screen nor in any log', async () => {
    const db = await freshDatabase()
    const traces = recordTraces()
    const { id, result } = await run(db, async () => {
      throw new TypeError('no phone in "Ada Lee, 555-0100"\nmore')
    })
    await result
    const { logs, error, failureKind } = await readJob(db, id)
    expect(logs).toBe('Failed unexpectedly (TypeError).\n')
    expect(error).toBe(
      'Something unexpected went wrong. Retry it; if it happens again, an administrator has to look into it.',
    )
    expect(failureKind).toBe('other')
    expect(traces.join('')).toMatch(
      /^Job \S+ failed unexpectedly: TypeError\n +at .*run-job\.database\.test/,
    )
    expect(traces.join('')).not.toContain('Ada')
  })

  it('logs why progress cannot be written, and leaves the job to be tried again', async () => {
    const plain = await freshDatabase()
    let isBroken = false
    const db = plain.withPlugin({
      transformQuery({ node }) {
        if (isBroken) throw new TypeError('no phone in "Ada Lee, 555-0100"')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const { id } = await queuedJob(plain, { type: 'circuit-report', targets: ['NY-1'] })
    const traces = recordTraces()
    vi.spyOn(handlers, 'circuit-report').mockImplementation(async (context) => {
      isBroken = true
      context.progress(40, 'Making report 1 of 1: NY-1')
      await untilStopped(context)
    })
    const result = await runJob(id, {
      db,
      files,
      settings,
      shutdown: new AbortController().signal,
      startHeartbeat: () => ({ stop: async () => {} }),
    })
    expect(result).toBe('lost')
    expect(traces).toEqual([
      expect.stringMatching(/^Job \S+ failed unexpectedly: TypeError\n +at /),
    ])
    expect(traces[0]).not.toContain('Ada')
    expect((await readJob(plain, id)).status).toBe('running')
  })

  it('stops the handler when the job is cancelled, and leaves the row alone', async () => {
    const db = await freshDatabase()
    const { id, result } = await run(db, async (context) => {
      const logging = setInterval(() => context.log('still at it'), 100)
      await untilStopped(context).finally(() => clearInterval(logging))
    })
    await expect.poll(async () => (await readJob(db, id)).status).toBe('running')
    await cancelJob(db, id, 'Ann Lee')
    expect(await result).toBe('lost')
    expect(await readJob(db, id)).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
  })

  it('returns the job to the queue when the process is asked to stop', async () => {
    const db = await freshDatabase()
    const shutdown = new AbortController()
    const { id, result } = await run(db, untilStopped, shutdown)
    await expect.poll(async () => (await readJob(db, id)).status).toBe('running')
    shutdown.abort()
    expect(await result).toBe('released')
    expect(await readJob(db, id)).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('queues a job again after an outage of the database, which does not count as a try', async () => {
    const db = await freshDatabase()
    const outage = Object.assign(new Error('Connection terminated'), { code: '57P01' })
    const { id, result } = await run(db, async () => {
      throw outage
    })
    expect(await result).toBe('released')
    const job = await readJob(db, id)
    expect(job).toMatchObject({ status: 'queued', attempts: 0, leaseOwner: null, error: null })
    expect(job.logs).toContain('The database became unavailable.\n')
  })

  it('gives a job three tries in all when the database does not answer its statement', async () => {
    const db = await freshDatabase()
    const unanswered = Object.assign(new Error('canceling statement'), { code: '57014' })
    const { id, result } = await run(db, async () => {
      throw unanswered
    })
    expect(await result).toBe('released')
    expect(await readJob(db, id)).toMatchObject({ status: 'queued', attempts: 1 })
    const shutdown = new AbortController().signal
    expect(await runJob(id, { db, files, settings, shutdown })).toBe('released')
    expect(await runJob(id, { db, files, settings, shutdown })).toBe('failed')
    expect(await readJob(db, id)).toMatchObject({
      failureKind: 'interrupted',
      error:
        'The database did not answer. Retry later; if it happens again, an administrator has to look into it.',
    })
  })

  it.each<[string, Error | undefined, string, object]>([
    ['completes', undefined, '', { status: 'completed', progress: 100, step: 'Last step' }],
    [
      'fails',
      new JobError('Share the sheet.', 'outside-system'),
      'Failed: Share the sheet.\n',
      { status: 'failed', error: 'Share the sheet.', progress: 90, step: 'Last step' },
    ],
    [
      'is queued again',
      Object.assign(new Error('Connection terminated'), { code: '57P01' }),
      'The database became unavailable.\nInterrupted; the job continues soon.\n',
      { status: 'queued' },
    ],
  ])('stores the last log lines when the job %s during an outage', async (_, error, log, state) => {
    const plain = await freshDatabase()
    const { db, outage } = withOutages(plain)
    const { id, result } = await run(db, async (context) => {
      context.log('before the outage')
      await expect.poll(async () => (await readJob(plain, id)).logs).toBe('before the outage\n')
      outage.isUnavailable = true
      setTimeout(() => {
        outage.isUnavailable = false
      }, 1_200)
      context.progress(90, 'Last step')
      context.log('one of the last lines')
      await sleep(600)
      context.log('the last line')
      if (error) throw error
    })
    await result
    expect(outage.failed).toBeGreaterThan(1)
    const job = await readJob(plain, id)
    expect(job).toMatchObject(state)
    expect(job.logs).toBe(`before the outage\none of the last lines\nthe last line\n${log}`)
  })

  it('stores the last log lines when the process is asked to stop during an outage', async () => {
    const plain = await freshDatabase()
    const { db, outage } = withOutages(plain)
    const shutdown = new AbortController()
    const handler: JobHandler = async (context) => {
      outage.isUnavailable = true
      setTimeout(() => {
        outage.isUnavailable = false
      }, 800)
      context.log('the last line')
      shutdown.abort(new Error('The runner was asked to stop'))
      await untilStopped(context)
    }
    const { id, result } = await run(db, handler, shutdown)
    expect(await result).toBe('released')
    const job = await readJob(plain, id)
    expect(job).toMatchObject({ status: 'queued', attempts: 0 })
    expect(job.logs).toMatch(/^the last line\n/)
  })

  it('completes a job whose handler finished although the process was asked to stop', async () => {
    const db = await freshDatabase()
    const shutdown = new AbortController()
    const { id, result } = await run(
      db,
      async () => {
        shutdown.abort()
        await sleep(10)
      },
      shutdown,
    )
    expect(await result).toBe('completed')
    expect((await readJob(db, id)).status).toBe('completed')
  })

  it('does not run a job that is not queued', async () => {
    const db = await freshDatabase()
    const { id, result } = await run(db, async () => {})
    await result
    const shutdown = new AbortController().signal
    expect(await runJob(id, { db, files, settings, shutdown })).toBe('not-claimed')
    expect(handlers['circuit-report']).toHaveBeenCalledOnce()
    expect((await readJob(db, id)).status).toBe('completed')
  })
})
