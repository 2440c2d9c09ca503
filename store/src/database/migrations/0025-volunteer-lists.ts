import { index, type Schema, table } from './table-parts.ts'

/** Adds lists of volunteers that are drawn as PDF, kept until somebody has fetched them (docs/volunteers.md#as-pdf). */
export async function up(db: Schema): Promise<void> {
  await table(db, 'volunteer_lists')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('circuits', 'text')
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('volunteerIds', 'text', (column) => column.notNull())
    .addColumn('bySoundFrom', 'integer', (column) => column.notNull())
    .addColumn('storageKey', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('volunteer_lists_job', ['id'], 'jobs', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'volunteer_lists', ['createdAt'])
}
