import type { Schema } from './table-parts.ts'

/** Renames the table of leases that one server at a time holds. */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('duties').renameTo('leader_leases').execute()
}
