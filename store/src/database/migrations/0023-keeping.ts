import { index, type Schema } from './table-parts.ts'

/** Notices that are for administrators only; what imports changed about one person is found by an index. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('notices')
    .addColumn('isForAdmins', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await index(db, 'import_changes', ['volunteerId'])
}
