import type { Schema } from './table-parts.ts'

/** How many wrong codes were given since the last right one, whatever the pace. */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .alterTable('totp_factors')
    .addColumn('wrongCodes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
