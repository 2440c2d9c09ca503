import type { Schema } from './table-parts.ts'

/** Counts how often a job's runner was stopped by a signal, which does not count as a try. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('interruptions', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
