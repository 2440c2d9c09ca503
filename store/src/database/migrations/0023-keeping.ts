import { index, type Schema } from './table-parts.ts'

/** Adds notices for administrators only, and an index on what imports changed about one person. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('notices')
    .addColumn('isForAdmins', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await index(db, 'import_changes', ['volunteerId'])
}
