import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** A random stamp beside each version's number, so that no two histories share a version. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('data_versions')
    .addColumn('stamp', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update data_versions set stamp = ${randomUUID()}`.execute(db)
}
