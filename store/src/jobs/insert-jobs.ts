import type { JobType } from '@dashboard/contract/jobs'
import { nowIso, toJson } from '../database/column-values.ts'
import { raiseVersion } from '../database/data-versions.ts'
import { type Db, inTransaction } from '../database/open-database.ts'

export interface NewJob {
  id: string
  type: JobType
  targets?: readonly string[]
  dependsOn?: string
  createdBy: { id: string; fullName: string } | null
}

/** Queues jobs, all or none. Throws a unique violation for a second active export or import. */
export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  const now = nowIso()
  await inTransaction(db, async (tx) => {
    for (const job of jobs) {
      await tx
        .insertInto('jobs')
        .values({
          id: job.id,
          type: job.type,
          // Raised under a lock, so it numbers jobs in their order.
          sequence: await raiseVersion(tx, 'jobs'),
          target: job.targets?.join(', ') ?? null,
          targets: toJson(job.targets ?? []),
          dependsOn: job.dependsOn ?? null,
          createdBy: job.createdBy?.fullName ?? null,
          createdById: job.createdBy?.id ?? null,
          createdAt: now,
          updatedAt: now,
        })
        .execute()
    }
  })
}
