import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/**
 * Adds a table with one row: the lowest program version that may use the database. A later migration that breaks
 * earlier programs raises it: `update lowest_version set version = '1.2.0'` (docs/operations.md#updating).
 */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .createTable('lowest_version')
    .addColumn('version', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into lowest_version (version) values ('0.1.0')`.execute(db)
}
