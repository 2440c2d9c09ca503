import { readIsSampleExport, recordImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { holdJob, renewLease } from '@dashboard/store/jobs/renew-lease'
import type { JobContext } from '../../job-context.ts'
import { detailKinds } from '../3-plan/detail-kinds.ts'
import type { ImportPlan } from '../3-plan/plan-import.ts'
import { putRows } from '../write-rows.ts'
import {
  deleteRows,
  deleteStaged,
  type ImportBatch,
  moveDetails,
  moveVolunteers,
  writeHashes,
} from './move-stage.ts'
import { listBatch, removeUnlistedRows, storeRawRows } from './raw-batches.ts'
import { type SheetRecord, saveSheetRecord } from './sheet-record.ts'

/** An import as it is written. */
export interface ImportEnd {
  at: string
  /** The spreadsheet's description. */
  source: string
  counts: ImportPlan['counts']
  /** Whether all volunteers are such as an export of sample data writes. */
  isSampleSheet: boolean
  /** Left out when the sheet is the one of the last import. */
  changes?: {
    plan: ImportPlan
    /** The rows as they came; `undefined` where those of the newest batch are the same. */
    batch: ImportBatch | undefined
    record: Omit<SheetRecord, 'tableSizes'>
  }
}

/**
 * Writes an import in one transaction: all of it or nothing, and nothing once the job has been
 * cancelled or given to another runner. The rows as they came are written before it (raw-batches.ts).
 * `db` is the connection that has the stage.
 */
export async function applyImport(
  db: Db,
  { job, signal }: Pick<JobContext, 'job' | 'signal'>,
  { at, source, counts, isSampleSheet, changes }: ImportEnd,
): Promise<void> {
  try {
    await removeUnlistedRows(db)
    if (changes?.batch) await storeRawRows(db, changes.batch, signal)
    await db.transaction().execute(async (tx) => {
      if (changes) {
        await writePlan(tx, changes.plan, at, signal)
        if (changes.batch) await listBatch(tx, changes.batch.id)
        await saveSheetRecord(tx, changes.record)
      }
      const isSampleData = isSampleSheet && (await readIsSampleExport(tx))
      await recordImport(tx, { source, at, metadata: { ...counts, isSampleData } })
      // Last, so that a cancellation meanwhile waits for nothing, and this writes nothing (decision 0004).
      if (!(await holdJob(tx, job.id, job.leaseOwner))) {
        throw new Error('The job was cancelled or given to another runner')
      }
      // On SQLite no heartbeat could be written during the transaction; after the commit the lease counts again.
      await renewLease(tx, job.id, job.leaseOwner)
      signal.throwIfAborted()
    })
  } finally {
    // Batches that are not listed, or no longer. When this fails, the next import does it.
    await removeUnlistedRows(db).catch(() => {})
  }
}

/** In an order in which every reference holds: places are made first and removed last. */
async function writePlan(tx: Db, plan: ImportPlan, at: string, signal: AbortSignal): Promise<void> {
  const { places } = plan
  const options = { replace: true, signal }
  await putRows(tx, 'circuits', plan.circuits, options)
  await putRows(tx, 'congregations', places.congregations, options)
  await putRows(tx, 'cart_locations', places.locations, options)
  await deleteRows(tx, 'volunteers', plan.removedVolunteerIds, signal)
  await moveVolunteers(tx, signal)
  await writeHashes(tx, signal)
  for (const kind of detailKinds) {
    await deleteStaged(tx, kind, signal)
    await moveDetails(tx, kind, at, signal)
  }
  const removedCongregations = places.removedCongregations.map(({ id }) => id)
  await deleteRows(tx, 'congregations', removedCongregations, signal)
  await deleteRows(tx, 'circuits', places.removedCircuitIds, signal)
}
