import { readEntries } from '@dashboard/store/test/audit-log'
import { withoutTable } from '@dashboard/store/test/database'
import { queuedJob } from '@dashboard/store/test/jobs'
import { expect, it } from 'vitest'
import { due, insertSchedule, startSchedules } from '../../test/schedules.ts'
import { startDueRuns } from './start-due-runs.ts'

const later = '2026-11-20T11:00:03.000Z'
const nextDay = '2026-11-21T11:00:00.000Z'

it('begins an export and the import that follows it, with the schedule as who started them', async () => {
  const { db, dependencies, started, runs, jobs, schedules } = await startSchedules()
  const id = await insertSchedule(db)
  await startDueRuns(dependencies, '2026-11-20T10:59:59.999Z')
  expect(await jobs()).toEqual([])
  await startDueRuns(dependencies, later)

  const [exported, imported, ...others] = await jobs()
  expect(others).toEqual([])
  const creator = { createdBy: 'Schedule', createdById: null, status: 'queued' }
  expect(exported).toMatchObject({ type: 'export', dependsOn: null, ...creator })
  expect(imported).toMatchObject({ type: 'import', dependsOn: exported?.id, ...creator })
  expect(started).toEqual([exported?.id])
  expect(await runs()).toMatchObject([
    {
      scheduleId: id,
      dueAt: due,
      startedAt: later,
      endedAt: null,
      outcome: 'running',
      isMadeUp: 0,
      importJobId: imported?.id,
      reportJobIds: '[]',
    },
  ])
  expect(await schedules()).toMatchObject([{ nextRunAt: nextDay }])
  expect(await readEntries(db)).toMatchObject([
    { actor: 'Server', action: 'job.start', subject: `job:${exported?.id}`, address: null },
    { actor: 'Server', action: 'job.start', subject: `job:${imported?.id}`, address: null },
  ])
})

it('imports only where Locust is not connected', async () => {
  const { db, dependencies, started, jobs } = await startSchedules()
  await insertSchedule(db)
  await startDueRuns({ ...dependencies, withExport: false }, later)
  const [only, ...others] = await jobs()
  expect(others).toEqual([])
  expect(only).toMatchObject({ type: 'import', dependsOn: null })
  expect(started).toEqual([only?.id])
})

it('begins a run once, however many servers find it due', async () => {
  const { db, dependencies, runs, jobs, started } = await startSchedules()
  const id = await insertSchedule(db)
  await Promise.all([1, 2, 3, 4, 5].map(() => startDueRuns(dependencies, later)))
  expect(await runs()).toHaveLength(1)
  expect(await jobs()).toHaveLength(2)
  expect(started).toHaveLength(1)

  // This also holds when the schedule is due again at that very instant, as after restoring a backup.
  await db.updateTable('schedules').set({ nextRunAt: due }).where('id', '=', id).execute()
  await db.updateTable('jobs').set({ status: 'completed' }).execute()
  await startDueRuns(dependencies, later)
  expect(await runs()).toHaveLength(1)
  expect(await jobs()).toHaveLength(2)
})

it('begins nothing when its jobs cannot be queued', async () => {
  const { db, dependencies, runs, jobs, schedules } = await startSchedules()
  await insertSchedule(db)
  await withoutTable(db, 'audit_log', async () => {
    await expect(startDueRuns(dependencies, later)).rejects.toThrow()
  })
  expect([await runs(), await jobs()]).toEqual([[], []])
  expect(await schedules()).toMatchObject([{ nextRunAt: due }])
})

it.each(['export', 'import'] as const)('skips a run while an %s is active', async (type) => {
  const { db, dependencies, started, runs, jobs, schedules } = await startSchedules()
  await queuedJob(db, { type })
  await insertSchedule(db, { reportsAfter: 'outdated' })
  await startDueRuns(dependencies, later)
  expect(await runs()).toMatchObject([{ outcome: 'skipped', endedAt: later, importJobId: null }])
  expect(await jobs()).toHaveLength(1)
  expect(started).toEqual([])
  expect(await schedules()).toMatchObject([{ nextRunAt: nextDay }])
})

it('runs beside report jobs', async () => {
  const { db, dependencies, runs } = await startSchedules()
  await queuedJob(db, { type: 'circuit-report', targets: ['NY-1'] })
  await insertSchedule(db)
  await startDueRuns(dependencies, later)
  expect(await runs()).toMatchObject([{ outcome: 'running' }])
})

it('catches up on the last missed run only, if it is less than a day old', async () => {
  const { db, dependencies, runs, jobs, schedules } = await startSchedules()
  await insertSchedule(db, { nextRunAt: '2026-11-17T11:00:00.000Z' })
  await startDueRuns(dependencies, '2026-11-20T20:00:00.000Z')
  expect(await runs()).toMatchObject([{ dueAt: due, outcome: 'running', isMadeUp: 1 }])
  expect(await jobs()).toHaveLength(2)
  expect(await schedules()).toMatchObject([{ nextRunAt: nextDay }])
})

it('records that an older one was missed', async () => {
  const { db, dependencies, runs, jobs, schedules } = await startSchedules()
  await insertSchedule(db, { days: [5] })
  await startDueRuns(dependencies, '2026-11-22T12:00:00.000Z')
  expect(await runs()).toMatchObject([{ dueAt: due, outcome: 'missed', isMadeUp: 0 }])
  expect(await jobs()).toEqual([])
  expect(await schedules()).toMatchObject([{ nextRunAt: '2026-11-27T11:00:00.000Z' }])
})

it('leaves a paused schedule alone, and computes the next run again after a clock that ran ahead', async () => {
  const { db, dependencies, runs, schedules } = await startSchedules()
  await insertSchedule(db, { nextRunAt: null })
  await startDueRuns(dependencies, later)
  await db.updateTable('schedules').set({ nextRunAt: '2031-01-01T11:00:00.000Z' }).execute()
  await startDueRuns(dependencies, later)
  expect(await runs()).toEqual([])
  expect(await schedules()).toMatchObject([{ nextRunAt: nextDay }])
})

it('deletes runs of more than 400 days ago', async () => {
  const { db, dependencies, runs } = await startSchedules()
  await insertSchedule(db)
  await startDueRuns(dependencies, later)
  await db.updateTable('schedule_runs').set({ dueAt: '2025-10-01T10:00:00.000Z' }).execute()
  await startDueRuns(dependencies, nextDay)
  expect(await runs()).toMatchObject([{ dueAt: nextDay, outcome: 'skipped' }])
})
