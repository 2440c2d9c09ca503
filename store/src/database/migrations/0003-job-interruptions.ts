import type { Schema } from './table-parts.ts'

/** How often a job's runner was asked to leave, which counts as no try. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('interruptions', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
