import { databaseUnavailableExitCode } from '@dashboard/store/runner-exit'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob, runningJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { RunnerEndHandler } from './handle-runner-end.ts'
import type { RunnerEnd } from './runner-end.ts'
import type { RunnerProcess } from './runner-process.ts'

/** Covers what happens to a job when its runner ends; the runner here has already ended. */

const lost: RunnerEnd = { code: 1, signal: null, wasKilled: false }

async function setUp() {
  const db = await freshDatabase()
  const warnings: string[] = []
  const again: string[] = []
  const postponed: string[] = []
  const closing = new AbortController()
  const log = { warn: (_details: object, message: string) => warnings.push(message) }
  const handler = new RunnerEndHandler(db, log, closing.signal)
  /** Ends a runner of the job. */
  const end = async (jobId: string, how: Partial<RunnerEnd> = {}, owner = 'runner') => {
    const runner: RunnerProcess = {
      jobId,
      type: 'export',
      owns: ({ leaseOwner }) => leaseOwner === owner,
      stop: async () => {},
      kill() {},
    }
    const next = await handler.handle(runner, { ...lost, ...how })
    if (next === 'soon') again.push(jobId)
    if (next === 'later') postponed.push(jobId)
  }
  return { db, warnings, again, postponed, end, close: () => closing.abort() }
}

test('a job whose runner was killed is queued again, and its log says why as far as known', async () => {
  const { db, warnings, again, end } = await setUp()
  const { id } = await runningJob(db)
  await end(id, { signal: 'SIGABRT' })
  expect(again).toEqual([id])
  expect(warnings).toEqual(['A runner was lost'])
  const { status, logs } = await readJob(db, id)
  expect(status).toBe('queued')
  expect(logs).toMatch(/^The job's process ran out of memory\..*\n.*try 2 of 3/)
})

test('a runner that ended by itself adds only to the log that it stopped', async () => {
  const { db, end } = await setUp()
  const { id } = await runningJob(db)
  await end(id)
  expect((await readJob(db, id)).logs).toMatch(/^[^\n]*try 2 of 3[^\n]*\n$/)
})

test('a job that another runner holds, or that has ended, stays as it is', async () => {
  const { db, warnings, again, end } = await setUp()
  const { id } = await runningJob(db, {}, 'another')
  const before = await readJob(db, id)
  await end(id)
  expect(await readJob(db, id)).toEqual(before)
  await end('no job')
  expect([again, warnings]).toEqual([[], []])
})

test.each(['SIGABRT', 'SIGXCPU'] as const)(
  'a job whose uploaded sheet exceeds its bounds (%s) fails at once and frees the sync',
  async (signal) => {
    const { db, again, end } = await setUp()
    const { id } = await runningJob(db, { type: 'import', targets: ['roster.xlsx'] })
    await end(id, { code: null, signal })
    expect(await readJob(db, id)).toMatchObject({
      status: 'failed',
      failureKind: 'unreadable-sheet',
      error:
        'The sheet is too large: it cannot be imported within 3 minutes of processor time and 512 MB of memory. Remove rows, columns and sheets that are not needed, then try again.',
    })
    expect(again).toEqual([])
    const usual = await runningJob(db, { type: 'import' })
    await end(usual.id, { code: null, signal })
    expect(again).toEqual([usual.id])
  },
)

test('a job whose runner ends three times without claiming it fails', async () => {
  const { db, warnings, end } = await setUp()
  const { id } = await queuedJob(db)
  const status = async () => (await readJob(db, id)).status
  await end(id)
  await end(id, { code: null })
  expect(await status()).toBe('queued')
  await end(id, { code: 7 })
  expect(await readJob(db, id)).toMatchObject({
    status: 'failed',
    failureKind: 'other',
    errorDetails:
      "The job's process could not be started (exit code 7). The server's log says why.",
  })
  expect(warnings).toEqual([])
})

test('failed starts no longer count once a runner has ended in order, or has claimed the job', async () => {
  const { db, end } = await setUp()
  const { id } = await queuedJob(db)
  const status = async () => (await readJob(db, id)).status
  for (const code of [1, 1, 0, 1, 1]) await end(id, { code })
  expect(await status()).toBe('queued')
  await db.updateTable('jobs').set({ status: 'completed' }).where('id', '=', id).execute()
  await end(id)
  await db.updateTable('jobs').set({ status: 'queued' }).where('id', '=', id).execute()
  for (const code of [1, 1]) await end(id, { code })
  expect(await status()).toBe('queued')
  await end(id)
  expect(await status()).toBe('failed')
  await db.updateTable('jobs').set({ status: 'queued' }).where('id', '=', id).execute()
  for (const code of [1, 1]) await end(id, { code })
  expect(await status()).toBe('queued')
})

test('a runner that cannot reach the database uses up no try, however often, and its job is postponed', async () => {
  const { db, postponed, end, warnings } = await setUp()
  const { id } = await queuedJob(db)
  for (let round = 0; round < 5; round++) await end(id, { code: databaseUnavailableExitCode })
  expect(await readJob(db, id)).toMatchObject({ status: 'queued', attempts: 0, error: null })
  const claimed = await runningJob(db, { type: 'circuit-report', targets: ['NY-1'] })
  await end(claimed.id, { code: databaseUnavailableExitCode })
  expect(await readJob(db, claimed.id)).toMatchObject({
    status: 'queued',
    attempts: 0,
    leaseOwner: null,
  })
  await end(claimed.id, { code: databaseUnavailableExitCode }, 'nobody')
  await db.updateTable('jobs').set({ status: 'completed' }).where('id', '=', id).execute()
  await end(id, { code: databaseUnavailableExitCode })
  expect(postponed).toEqual([...Array(5).fill(id), claimed.id, claimed.id])
  expect(warnings).toEqual([])
})

test('a failed start says nothing about the job when the server stops', async () => {
  const { db, end, close } = await setUp()
  const { id } = await queuedJob(db)
  await end(id)
  await end(id)
  close()
  await end(id)
  expect((await readJob(db, id)).status).toBe('queued')
})
