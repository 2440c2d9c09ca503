import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { scheduleLimit } from '@dashboard/contract/limits'
import type { ReportsAfter, ScheduleInput } from '@dashboard/contract/schedule-inputs'
import type { Schedule } from '@dashboard/contract/schedules'
import { fromFlag, fromJson } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { readDatabaseTime } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { ScheduleRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { listCircuitNames } from '@dashboard/store/reports/report-targets'
import {
  endSchedulePause,
  lockSchedules,
  readSchedulePause,
} from '@dashboard/store/schedules/pause-schedules'
import { conflict, notFound } from '../http/app-error.ts'
import { type Audit, auditedNames } from '../http/audit-trail.ts'
import { refuseUnknown } from '../http/unknown-names.ts'
import { nextRunAt } from './due-times.ts'
import { dueTimesOf, readSchedule, toScheduleColumns } from './schedules-queries.ts'

interface Dependencies<Action extends AuditAction> {
  db: Db
  audit: Audit<Action>
}

/** Adds a schedule. Throws 409 beyond the limit, 400 naming circuits that do not exist. */
export async function addSchedule(
  { db, audit }: Dependencies<'schedule.create'>,
  input: ScheduleInput,
): Promise<Schedule> {
  const id = randomUUID()
  return changeSchedules(db, async (tx, now) => {
    await refuseUnknownCircuits(tx, input)
    if ((await countRows(tx.selectFrom('schedules'))) >= scheduleLimit) {
      throw conflict(`There are ${scheduleLimit} schedules, the maximum. Delete one first.`)
    }
    const next = await findNextRun(tx, input, now)
    const values = { ...toScheduleColumns(input), nextRunAt: next, createdAt: now, updatedAt: now }
    await tx
      .insertInto('schedules')
      .values({ id, ...values })
      .execute()
    await audit(tx, 'schedule.create', { subject: `schedule:${id}`, details: describe(input) })
    return readSchedule(tx, id)
  })
}

/** Changes a schedule. A run that is due at this moment stays due unless its days or its time change. */
export async function editSchedule(
  { db, audit }: Dependencies<'schedule.update'>,
  id: string,
  input: ScheduleInput,
): Promise<Schedule> {
  return changeSchedules(db, async (tx, now) => {
    const before = await requireSchedule(tx, id)
    await refuseUnknownCircuits(tx, input, fromJson(before.reportsAfter))
    const columns = toScheduleColumns(input)
    const isSameTime = before.days === columns.days && before.time === columns.time
    const keepsNext = isSameTime && input.isActive && before.nextRunAt !== null
    const next = keepsNext ? before.nextRunAt : await findNextRun(tx, input, now)
    await tx
      .updateTable('schedules')
      .set({ ...columns, nextRunAt: next, updatedAt: now })
      .where('id', '=', id)
      .execute()
    await audit(tx, 'schedule.update', { subject: `schedule:${id}`, details: describe(input) })
    return readSchedule(tx, id)
  })
}

/** Deletes a schedule; with the last one, a pause of all of them ends. */
export async function deleteSchedule(
  { db, audit }: Dependencies<'schedule.delete'>,
  id: string,
): Promise<void> {
  await changeSchedules(db, async (tx) => {
    await requireSchedule(tx, id)
    await tx.deleteFrom('schedules').where('id', '=', id).execute()
    const another = await tx.selectFrom('schedules').select('id').limit(1).executeTakeFirst()
    if (!another) await endSchedulePause(tx)
    await audit(tx, 'schedule.delete', { subject: `schedule:${id}` })
  })
}

/** Lets all schedules run again, each from its next time on. Throws 409 when they are not paused. */
export async function resumeSchedules({
  db,
  audit,
}: Dependencies<'schedule.resume'>): Promise<void> {
  await changeSchedules(db, async (tx, now) => {
    if (!(await endSchedulePause(tx))) throw conflict('The schedules are not paused.')
    for (const row of await tx.selectFrom('schedules').selectAll().execute()) {
      const next = fromFlag(row.isActive) ? nextRunAt(dueTimesOf(row), now) : null
      await tx.updateTable('schedules').set({ nextRunAt: next }).where('id', '=', row.id).execute()
    }
    await audit(tx, 'schedule.resume')
  })
}

/** Runs a change in a transaction during which no other changes, adds or pauses a schedule. */
async function changeSchedules<T>(db: Db, work: (tx: Db, now: string) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await lockSchedules(tx)
    await raiseVersion(tx, 'schedules')
    return work(tx, await readDatabaseTime(tx))
  })
}

async function requireSchedule(tx: Db, id: string): Promise<ScheduleRow> {
  const row = await tx.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Schedule')
  return row
}

async function findNextRun(tx: Db, input: ScheduleInput, now: string): Promise<string | null> {
  const isPaused = (await readSchedulePause(tx)) !== null
  return input.isActive && !isPaused ? nextRunAt(input, now) : null
}

/**
 * Throws for circuits that do not exist. A circuit that was chosen before may stay: it may come back with another
 * import.
 */
async function refuseUnknownCircuits(
  tx: Db,
  { reportsAfter }: ScheduleInput,
  before: ReportsAfter = 'none',
): Promise<void> {
  if (typeof reportsAfter === 'string') return
  const known = await listCircuitNames(tx)
  refuseUnknown('circuit', reportsAfter, typeof before === 'string' ? known : [...known, ...before])
}

function describe({ days, time, reportsAfter, isActive }: ScheduleInput) {
  const reports =
    typeof reportsAfter === 'string' ? reportsAfter : reportsAfter.slice(0, auditedNames)
  return { days, time, reports, isActive }
}
