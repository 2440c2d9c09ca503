import type { Schema } from './table-parts.ts'

/** Counts the wrong codes since the last right one, however far apart they are. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('totp_factors')
    .addColumn('wrongCodes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
