import { type Schema, table } from './table-parts.ts'

/**
 * Adds the folded texts that volunteers are searched by, which the first start fills (decision 0030), and the filters
 * that users save.
 */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .createTable('volunteer_search')
    .addColumn('volunteerId', 'text', (column) =>
      column.primaryKey().references('volunteers.id').onDelete('cascade'),
    )
    .addColumn('names', 'text', (column) => column.notNull())
    .addColumn('others', 'text', (column) => column.notNull())
    .addColumn('sounds', 'text', (column) => column.notNull())
    .addColumn('digits', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('foldVersion', 'integer', (column) => column.notNull())
    .execute()
  await table(db, 'saved_filters')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('saved_filters_userId_name', ['userId', 'name'])
    .execute()
}
