import { type Kysely, sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/**
 * Stores as columns why a job failed, who cancelled it and how many reports it made. The facts of jobs that have
 * already ended are read once from their sentences.
 */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('cancelledBy', 'text').execute()
  await db.schema
    .alterTable('jobs')
    .addColumn('reportsMade', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await fillFailures(db)
  await fillReportsMade(db.withTables<Jobs>())
}

async function fillFailures(db: Schema): Promise<void> {
  const kindByError = [
    ['dependency', 'The export it depends on failed'],
    ['guard', 'The sheet would remove % volunteers, so nothing was changed%'],
    ['interrupted', 'The job stopped unexpectedly % times%'],
    ['interrupted', "The job's process was asked to stop % times%"],
    ['interrupted', 'GitHub interrupted the job % times%'],
  ]
  for (const [kind, error] of kindByError) {
    await sql`update jobs set "failureKind" = ${kind}
      where status = 'failed' and error like ${error}`.execute(db)
  }
  await sql`update jobs set "failureKind" = 'other'
    where status = 'failed' and "failureKind" is null`.execute(db)
  await sql`update jobs set "cancelledBy" = substr(error, ${sql.lit('Cancelled by '.length + 1)})
    where "failureKind" = 'cancelled' and error like 'Cancelled by %'`.execute(db)
  await sql`update jobs set "cancelledBy" = (
      select earlier."cancelledBy" from jobs as earlier where earlier.id = jobs."dependsOn"
    ) where "failureKind" = 'dependency'`.execute(db)
}

type Jobs = {
  jobs: { id: string; type: string; status: string; targets: string; reportsMade: number }
}

/** Counts all reports of a completed job; for other jobs, those that still exist. */
async function fillReportsMade(db: Kysely<Jobs>): Promise<void> {
  await sql`update jobs set "reportsMade" = (
      select count(*) from reports where reports."jobId" = jobs.id
    )`.execute(db)
  const completed = await db
    .selectFrom('jobs')
    .select(['id', 'targets'])
    .where('type', 'in', ['circuit-report', 'congregation-report'])
    .where('status', '=', 'completed')
    .execute()
  for (const { id, targets } of completed) {
    const reportsMade = (JSON.parse(targets) as string[]).length
    await db.updateTable('jobs').set({ reportsMade }).where('id', '=', id).execute()
  }
}
