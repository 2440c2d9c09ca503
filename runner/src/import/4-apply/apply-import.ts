import { recordImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { holdJob, renewLease } from '@dashboard/store/jobs/renew-lease'
import type { JobContext } from '../../job-context.ts'
import { detailColumns } from '../3-plan/plan-details.ts'
import type { ImportPlan } from '../3-plan/plan-import.ts'
import { type ImportBatch, listBatch, removeUnlistedRows, storeRawRows } from './raw-batches.ts'
import { deleteRows, putRows } from './write-rows.ts'

/**
 * Writes an import in one transaction: all of it or nothing, and nothing once the job has been
 * cancelled or given to another runner. The rows as they came are written before it (raw-batches.ts).
 */
export async function applyImport(
  { db, job, signal }: Pick<JobContext, 'db' | 'job' | 'signal'>,
  plan: ImportPlan,
  batch: ImportBatch,
): Promise<void> {
  try {
    await removeUnlistedRows(db)
    await storeRawRows(db, batch, signal)
    await db.transaction().execute(async (tx) => {
      if (!(await holdJob(tx, job.id, job.leaseOwner))) {
        throw new Error('The job was cancelled or given to another runner')
      }
      await writePlan(tx, plan, signal)
      await listBatch(tx, batch.id)
      const { source, at, isSampleData } = batch
      await recordImport(tx, { source, at, metadata: { ...plan.counts, isSampleData } })
      // No heartbeat could be written meanwhile; from the commit on the lease counts again.
      await renewLease(tx, job.id, job.leaseOwner)
      signal.throwIfAborted()
    })
  } finally {
    // What this import has not listed, or has pushed out. The next import tries again where this fails.
    await removeUnlistedRows(db).catch(() => {})
  }
}

/** In an order in which every reference holds: places are made first and removed last. */
async function writePlan(tx: Db, plan: ImportPlan, signal: AbortSignal): Promise<void> {
  const { places } = plan
  const options = { replace: true, signal }
  await putRows(tx, 'circuits', plan.circuits, options)
  await putRows(tx, 'congregations', places.congregations, options)
  await putRows(tx, 'cart_locations', places.locations, options)
  await deleteRows(tx, 'volunteers', plan.removedVolunteerIds, signal)
  await putRows(tx, 'volunteers', plan.volunteers, options)
  for (const { kind, added, removedIds } of plan.details) {
    await deleteRows(tx, kind.table, removedIds, signal)
    await putRows(tx, kind.table, added, { columns: detailColumns(kind), signal })
  }
  const removedCongregations = places.removedCongregations.map(({ id }) => id)
  await deleteRows(tx, 'congregations', removedCongregations, signal)
  await deleteRows(tx, 'circuits', places.removedCircuitIds, signal)
}
