import { completeJob, failActiveJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { waitForImport } from './wait-for-import.ts'

const running = { stopping: new AbortController().signal, response: { destroyed: false } }

/** Waits for an import that has completed with this text as its outcome. */
async function waitFor(outcome: string) {
  const db = await freshDatabase()
  const { id } = await runningJob(db, { type: 'import' }, 'runner')
  await completeJob(db, id, 'runner', undefined)
  await db.updateTable('jobs').set({ outcome }).where('id', '=', id).execute()
  return waitForImport(db, id, running)
}

describe('waitForImport', () => {
  it('returns the counts of a completed import, also when they are 0', async () => {
    const outcome = { rowCount: 0, circuitsCount: 0, unknownColumns: ['Phone'] }
    expect(await waitFor(JSON.stringify(outcome))).toEqual(outcome)
  })

  it.each([
    ['unreadable-sheet', 422],
    ['guard', 422],
    ['outside-system', 502],
    ['cancelled', 409],
    ['dependency', 409],
    ['interrupted', 500],
    ['other', 500],
  ] as const)('fails for the reason %s with %i and the words of the job', async (kind, status) => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db, { type: 'import' })
    const waiting = waitForImport(db, id, running).catch((error: unknown) => error)
    await failActiveJob(db, id, { error: 'The sheet is missing.', kind })
    expect(await waiting).toMatchObject({ status, message: 'The sheet is missing.' })
  })

  it('fails with a general sentence where the job has none', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db, { type: 'import' })
    await db.updateTable('jobs').set({ status: 'failed', error: null, failureKind: null }).execute()
    await expect(waitForImport(db, id, running)).rejects.toMatchObject({
      status: 500,
      message: 'Failed to import data from Google Sheets.',
    })
  })

  it('ends with the job, and when the server stops', async () => {
    const db = await freshDatabase()
    await expect(waitForImport(db, 'none', running)).rejects.toMatchObject({
      status: 409,
      message: 'The import job was removed before it ended.',
    })
    const { id } = await queuedJob(db, { type: 'import' })
    const stop = new AbortController()
    const until = { ...running, stopping: stop.signal }
    const waiting = waitForImport(db, id, until).catch((error: unknown) => error)
    stop.abort()
    expect(await waiting).toMatchObject({
      status: 503,
      message: 'The server is stopping; the import continues after its next start.',
    })
  })

  it('ends when nobody waits for the response any more', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db, { type: 'import' })
    const response = { destroyed: false }
    const waiting = waitForImport(db, id, { ...running, response }).catch((error: unknown) => error)
    response.destroyed = true
    expect(await waiting).toMatchObject({ status: 400, message: 'The request broke off.' })
  })
})
