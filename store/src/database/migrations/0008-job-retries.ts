import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** Which failed job a job does again; one at a time, so that a retry pressed twice makes one job. */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('retryOf', 'text').execute()
  await sql`create unique index jobs_one_active_retry on jobs ("retryOf")
    where status in ('queued', 'running')`.execute(db)
}
