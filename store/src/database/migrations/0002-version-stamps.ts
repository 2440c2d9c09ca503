import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** Adds a random stamp to each version number, so that two histories never share a version. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('data_versions')
    .addColumn('stamp', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update data_versions set stamp = ${randomUUID()}`.execute(db)
}
