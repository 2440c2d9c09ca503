import { expect, it } from 'vitest'
import { dispatchAndStop, startGithub } from '../../test/github.ts'
import { due, insertSchedule } from '../../test/schedules.ts'
import { startDueRuns } from './start-due-runs.ts'

it('dispatches the export of a run even when its server ended before it could', async () => {
  const { db, double, engine } = await startGithub()
  await insertSchedule(db)
  const ended = { start() {} }
  const settings = { reportPaper: 'us-letter' } as const
  await startDueRuns({ db, engine: ended, withExport: true, settings }, due)
  await dispatchAndStop(engine)
  expect(double.count('dispatch')).toBe(1)
  const jobs = await db.selectFrom('jobs').select(['type', 'dispatchedAt']).execute()
  expect(Object.fromEntries(jobs.map(({ type, dispatchedAt }) => [type, dispatchedAt]))).toEqual({
    export: expect.any(String),
    import: null,
  })
})
