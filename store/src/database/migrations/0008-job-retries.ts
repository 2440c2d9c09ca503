import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** Adds the failed job that a job retries. It is unique, so that pressing retry twice makes one job. */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('retryOf', 'text').execute()
  await sql`create unique index jobs_one_active_retry on jobs ("retryOf")
    where status in ('queued', 'running')`.execute(db)
}
