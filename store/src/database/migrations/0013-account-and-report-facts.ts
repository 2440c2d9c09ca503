import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/**
 * Adds when users last signed in, who must choose another password, and how many pages and volunteers a report has.
 * Earlier sign-ins are known only where the session still has its row; earlier reports have no numbers.
 */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('users').addColumn('lastSignInAt', 'text').execute()
  await db.schema
    .alterTable('users')
    .addColumn('mustChangePassword', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const column of ['pages', 'volunteers']) {
    await db.schema.alterTable('reports').addColumn(column, 'integer').execute()
  }
  await sql`update users set "lastSignInAt" = (
      select max(sessions."createdAt") from sessions where sessions."userId" = users.id
    )`.execute(db)
}
