import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** Whether another user has the same full name, so that the username is written beside it. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('hasNamesake', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // The server compares how names look whenever a user changes; these are the ones that are equal already.
  await sql`update users set "hasNamesake" = 1 where exists (
    select 1 from users as others
    where others.id <> users.id
      and lower(others."firstName") = lower(users."firstName")
      and lower(others."lastName") = lower(users."lastName"))`.execute(db)
}
