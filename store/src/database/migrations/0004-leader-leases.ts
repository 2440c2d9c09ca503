import type { Schema } from './table-parts.ts'

/** The table of leases that one server at a time holds gets its name. */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('duties').renameTo('leader_leases').execute()
}
