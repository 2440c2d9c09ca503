import type { Schema } from './table-parts.ts'

/** Adds the hash by which an import detects that a volunteer's row in the sheet has not changed (decision 0025). */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('volunteers').addColumn('rowHash', 'text').execute()
}
