import { index, type Schema, table } from './table-parts.ts'

/** Adds matches for sheets with other column titles, and uploaded sheets (docs/your-data.md). */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .createTable('column_matches')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('titles', 'text', (column) => column.notNull())
    .addColumn('match', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addColumn('updatedBy', 'text', (column) => column.notNull())
    .execute()
  await table(db, 'uploaded_sheets')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sizeBytes', 'integer', (column) => column.notNull())
    .addColumn('sheetName', 'text')
    .addColumn('jobId', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'uploaded_sheets', ['jobId'])
  await index(db, 'uploaded_sheets', ['createdAt'])
  await db.schema.alterTable('imports').addColumn('uploadedName', 'text').execute()
}
