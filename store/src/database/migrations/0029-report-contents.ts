import { index, type Schema } from './table-parts.ts'

/**
 * Adds digests of what each report prints, and of what a report of each circuit and congregation would print now
 * (docs/reports.md#out-of-date). Existing reports have no digest: the time of the last import decides about them until
 * the content of their place changes.
 */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('reports').addColumn('contentDigest', 'text').execute()
  await db.schema.alterTable('reports').addColumn('frameDigest', 'text').execute()
  await db.schema
    .createTable('report_contents')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('circuit', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('changedAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'report_contents', ['circuit'])
  // How many reports a run found to be changed, out of how many.
  await db.schema.alterTable('schedule_runs').addColumn('reportsChanged', 'integer').execute()
  await db.schema.alterTable('schedule_runs').addColumn('reportsCompared', 'integer').execute()
}
