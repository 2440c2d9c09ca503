import type { Schema } from './table-parts.ts'

/** By which an import sees that a volunteer's row in the sheet has not changed (decision 0025). */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('volunteers').addColumn('rowHash', 'text').execute()
}
