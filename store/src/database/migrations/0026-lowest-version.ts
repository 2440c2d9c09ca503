import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/**
 * The lowest version of the program that may use the database, in the one row of a table. A later migration that an
 * earlier program could not live with raises it: `update lowest_version set version = '1.2.0'`
 * (docs/operations.md#updating).
 */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .createTable('lowest_version')
    .addColumn('version', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into lowest_version (version) values ('0.1.0')`.execute(db)
}
