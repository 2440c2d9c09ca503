import { index, type Schema } from './table-parts.ts'

/**
 * What each report prints, and what a report of each circuit and congregation would print now, as digests
 * (docs/reports.md#out-of-date). Reports that are there have none: they count by the time of the last import until
 * what they print changes.
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
  // How many reports a run found to have changed, of how many.
  await db.schema.alterTable('schedule_runs').addColumn('reportsChanged', 'integer').execute()
  await db.schema.alterTable('schedule_runs').addColumn('reportsCompared', 'integer').execute()
}
