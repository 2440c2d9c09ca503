import { freshDatabase } from '@dashboard/store/database/test-database'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import { runningJob } from '@dashboard/store/jobs/test-jobs'
import { describe, expect, it } from 'vitest'
import { AppError } from '../http/app-error.ts'
import { waitForImport } from './wait-for-import.ts'

const running = new AbortController().signal

/** Waits for an import that has completed with this text as its outcome. */
async function waitFor(outcome: string | null) {
  const db = await freshDatabase()
  const { id } = await runningJob(db, { type: 'import' }, 'runner')
  await completeJob(db, id, 'runner', undefined)
  await db.updateTable('jobs').set({ outcome }).where('id', '=', id).execute()
  return waitForImport(db, id, running)
}

describe('waitForImport', () => {
  it('returns the counts of a completed import, also when they are 0', async () => {
    const outcome = { rowCount: 0, circuitsCount: 0 }
    expect(await waitFor(JSON.stringify(outcome))).toEqual(outcome)
  })

  it.each([
    null,
    'null',
    'not JSON',
    '{}',
    '{"rowCount":3}',
    '{"rowCount":"3","circuitsCount":2}',
    '{"rowCount":-1,"circuitsCount":2}',
  ])('fails with 500 and a cause for the log when the outcome is %s', async (text) => {
    const failure = await waitFor(text).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({
      status: 500,
      message: expect.stringContaining('how many rows it imported was not recorded'),
      cause: { message: expect.stringMatching(/^The outcome of import \S+ is broken$/) },
    })
  })
})
