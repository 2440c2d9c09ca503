import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** Adds what people recognize their sessions by: the device, and when each was last used. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('device', 'text', (column) => column.notNull().defaultTo('Unknown device'))
    .execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('lastSeenAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update sessions set "lastSeenAt" = "createdAt"`.execute(db)
}
