import { randomUUID } from 'node:crypto'
import { dayMs } from '@dashboard/contract/duration'
import { toFlag, toJson } from '@dashboard/store/database/column-values'
import { lockVersion, raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import type { ScheduleRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { insertJobs, type NewJob } from '@dashboard/store/jobs/insert-jobs'
import { selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import type { Settings } from '@dashboard/store/settings/settings'
import type { JobEngine } from '../engines/job-engine.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { type DueRun, findDueRun, nextRunAt } from './due-times.ts'
import { dueTimesOf } from './schedules-queries.ts'

export interface RunDependencies {
  db: Db
  engine: Pick<JobEngine, 'start'>
  /** Whether a run exports before it imports. */
  withExport: boolean
  settings: Pick<Settings, 'reportPaper'>
}

/** Shown as the user who started a schedule's job. */
export const scheduleCreator = { id: null, fullName: 'Schedule' }

const runRetentionMs = 400 * dayMs

type Outcome = 'running' | 'missed' | 'skipped'

/** Begins every run that is due at `now`, unless another server has. */
export async function startDueRuns(dependencies: RunDependencies, now: string): Promise<void> {
  const { db } = dependencies
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .where('nextRunAt', 'is not', null)
    .orderBy('nextRunAt')
    .execute()
  for (const row of rows) {
    if (row.nextRunAt === null) continue
    const times = dueTimesOf(row)
    // The zone was changed since.
    const isStale = row.nextRunAt > now && row.nextRunAt !== nextRunAt(times, now)
    if (isStale) {
      await inTransaction(db, async (tx) => {
        await raiseVersion(tx, 'schedules')
        await advance(tx, row, now)
      })
    }
    const due = findDueRun(times, row.nextRunAt, now)
    if (due) await begin(dependencies, row, due, now)
  }
}

async function begin(
  { db, engine, withExport }: RunDependencies,
  row: ScheduleRow,
  due: DueRun,
  now: string,
): Promise<void> {
  const jobs = await inTransaction(db, async (tx) => {
    // Taken first, so that no job is added between the check and the insert.
    await lockVersion(tx, 'job-starts')
    // Only the server that moves the schedule on begins the run; the unique index is a second safeguard.
    if (!(await advance(tx, row, now))) return []
    const active = selectActiveJobs(tx).where('type', 'in', ['export', 'import'])
    const isHeld = due.kind === 'missed' || (await active.executeTakeFirst()) !== undefined
    const begun = isHeld ? [] : syncJobs(withExport)
    const outcome = isHeld ? (due.kind === 'missed' ? 'missed' : 'skipped') : 'running'
    if (!(await insertRun(tx, row, due, { now, outcome, jobs: begun }))) return []
    await insertScheduledJobs(tx, begun, row.id)
    await notifyOfRun(tx, row.id, due, outcome)
    await raiseVersion(tx, 'schedules')
    return begun
  })
  // If the server ends before this, any server starts the jobs later.
  for (const job of jobs) if (!job.dependsOn) engine.start(job.id)
}

/** Queues the jobs of a schedule, and adds an entry to the audit log for each. */
export async function insertScheduledJobs(
  tx: Db,
  jobs: readonly NewJob[],
  schedule: string,
): Promise<void> {
  if (jobs.length === 0) return
  await insertJobs(tx, jobs)
  for (const { id, type, targets } of jobs) {
    const details = { type, targets: targets?.length, schedule }
    await auditAsServer(tx, 'job.start', { subject: `job:${id}`, details })
  }
}

/** Sets the schedule's next run after `now`; returns `false` when the schedule has changed since it was read. */
async function advance(tx: Db, row: ScheduleRow, now: string): Promise<boolean> {
  const moved = await tx
    .updateTable('schedules')
    .set({ nextRunAt: nextRunAt(dueTimesOf(row), now) })
    .where('id', '=', row.id)
    .where('nextRunAt', '=', row.nextRunAt)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

function syncJobs(withExport: boolean): NewJob[] {
  const exportId = randomUUID()
  const importJob = { id: randomUUID(), type: 'import', createdBy: scheduleCreator } as const
  if (!withExport) return [importJob]
  return [
    { id: exportId, type: 'export', createdBy: scheduleCreator },
    { ...importJob, dependsOn: exportId },
  ]
}

async function insertRun(
  tx: Db,
  row: ScheduleRow,
  { dueAt, kind }: DueRun,
  { now, outcome, jobs }: { now: string; outcome: Outcome; jobs: readonly NewJob[] },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('schedule_runs')
    .values({
      id: randomUUID(),
      scheduleId: row.id,
      dueAt,
      startedAt: now,
      endedAt: outcome === 'running' ? null : now,
      outcome,
      isMadeUp: toFlag(kind === 'made-up'),
      importJobId: jobs.find(({ type }) => type === 'import')?.id ?? null,
      reportsAfter: row.reportsAfter,
      reportJobIds: row.reportsAfter === toJson('none') ? toJson([]) : null,
    })
    .onConflict((conflict) => conflict.columns(['scheduleId', 'dueAt']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const oldest = new Date(Date.parse(now) - runRetentionMs).toISOString()
  await tx.deleteFrom('schedule_runs').where('dueAt', '<', oldest).execute()
  return inserted !== undefined
}

/** Adds a notice about a run that was skipped, or did not begin at its time. */
async function notifyOfRun(
  tx: Db,
  scheduleId: string,
  { dueAt, kind }: DueRun,
  outcome: Outcome,
): Promise<void> {
  const cause = `schedule:${scheduleId}:${dueAt}`
  if (outcome === 'skipped') {
    await insertNotice(tx, { facts: { kind: 'sync-skipped', dueAt }, cause })
  } else if (kind !== 'on-time') {
    const isMadeUp = outcome === 'running'
    await insertNotice(tx, { facts: { kind: 'schedule-missed', dueAt, isMadeUp }, cause })
  }
}
