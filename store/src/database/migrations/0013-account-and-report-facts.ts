import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/**
 * When somebody last signed in, who is to choose a password of their own, and how much a report holds.
 * Of earlier sign-ins only those are known whose session still has its row; reports made before say nothing.
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
