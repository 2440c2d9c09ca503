import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob } from '@dashboard/store/test/jobs'
import { expect, it } from 'vitest'
import { due, insertSchedule, startSchedules } from '../../test/schedules.ts'
import { startDueRuns } from './start-due-runs.ts'

/** Covers the notices of a scheduled sync itself, apart from those of its jobs (docs/notices.md). */

it.each([
  ['at its time', '2026-11-20T11:00:03.000Z', false, []],
  ['while another sync is under way', '2026-11-20T11:00:03.000Z', true, ['sync-skipped']],
  ['an hour late', '2026-11-20T12:00:00.000Z', false, ['schedule-missed']],
  ['two days late', '2026-11-22T12:00:00.000Z', false, ['schedule-missed']],
] as const)(
  'a run that is begun %s sends the right notices, once',
  async (_when, now, isBusy, kinds) => {
    const { db, dependencies } = await startSchedules()
    const days = [5]
    await insertSchedule(db, { days })
    if (isBusy) await queuedJob(db, { type: 'export' })
    await Promise.all([1, 2].map(() => startDueRuns(dependencies, now)))
    const notices = await db.selectFrom('notices').select(['kind', 'cause']).execute()
    expect(notices.map(({ kind }) => kind)).toEqual(kinds)
    for (const { cause } of notices) expect(cause).toContain(due)
  },
)

it.each([
  ['succeeded', true, 1],
  ['failed', false, 0],
] as const)(
  'a scheduled sync that %s calls the heartbeat as often as it should',
  async (_how, isGood, calls) => {
    const { db, dependencies, jobs } = await startSchedules()
    await insertSchedule(db)
    await startDueRuns({ ...dependencies, withExport: false }, '2026-11-20T11:00:03.000Z')
    const [imported] = await jobs()
    const id = imported?.id ?? ''
    await claimJob(db, id, 'runner')
    if (isGood) await completeJob(db, id, 'runner', {})
    else await failJob(db, id, 'runner', { error: 'It failed', kind: 'other' })
    const queued = await db.selectFrom('outbox').select('channel').execute()
    expect(queued).toEqual(Array.from({ length: calls }, () => ({ channel: 'heartbeat' })))
  },
)

it('a sync that somebody starts calls no heartbeat', async () => {
  const { db } = await startSchedules()
  const { id } = await queuedJob(db, { type: 'import' })
  await claimJob(db, id, 'runner')
  await completeJob(db, id, 'runner', {})
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})
