import { index, type Schema, table } from './table-parts.ts'

/**
 * Adds scheduled syncs. The unique index lets only one server begin each run. Runs have no foreign keys: a run outlives
 * its schedule, and its jobs can be cleared.
 */
export async function up(db: Schema): Promise<void> {
  await table(db, 'schedules')
    .addColumn('days', 'text', (column) => column.notNull())
    .addColumn('time', 'text', (column) => column.notNull())
    .addColumn('reportsAfter', 'text', (column) => column.notNull())
    .addColumn('isActive', 'integer', (column) => column.notNull())
    .addColumn('nextRunAt', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await table(db, 'schedule_runs')
    .addColumn('scheduleId', 'text', (column) => column.notNull())
    .addColumn('dueAt', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('isMadeUp', 'integer', (column) => column.notNull())
    .addColumn('failureKind', 'text')
    .addColumn('exportJobId', 'text')
    .addColumn('importJobId', 'text')
    .addColumn('reportsAfter', 'text', (column) => column.notNull())
    .addColumn('reportJobIds', 'text')
    .addUniqueConstraint('schedule_runs_scheduleId_dueAt', ['scheduleId', 'dueAt'])
    .execute()
  await index(db, 'schedule_runs', ['importJobId'])
  await index(db, 'schedule_runs', ['outcome', 'reportJobIds'])
}
