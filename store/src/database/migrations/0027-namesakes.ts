import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** Adds whether another user has the same full name; screens then show the username beside it. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('hasNamesake', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // The server compares how names look whenever a user changes; here only equal names are marked.
  await sql`update users set "hasNamesake" = 1 where exists (
    select 1 from users as others
    where others.id <> users.id
      and lower(others."firstName") = lower(users."firstName")
      and lower(others."lastName") = lower(users."lastName"))`.execute(db)
}
