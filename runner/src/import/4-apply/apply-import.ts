import { setImmediate as nextTurn } from 'node:timers/promises'
import { readIsSampleExport, recordImport } from '@dashboard/store/automation-status'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { ImportRow } from '@dashboard/store/database/import-tables'
import { type Db, isConstraintViolation } from '@dashboard/store/database/open-database'
import { putRows } from '@dashboard/store/database/write-rows'
import { holdJob, renewLease } from '@dashboard/store/jobs/renew-lease'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import { foldVolunteers } from '@dashboard/store/volunteers/fold-volunteers'
import type { JobContext } from '../../job-context.ts'
import { detailKinds } from '../3-plan/detail-kinds.ts'
import type { ImportPlan } from '../3-plan/plan-import.ts'
import { completeImport } from './import-record.ts'
import {
  deleteRows,
  deleteStaged,
  forgetFolded,
  type ImportBatch,
  moveDetails,
  moveVolunteers,
  writeHashes,
} from './move-stage.ts'
import { OutdatedPlan, otherwiseChanged, requireEmpty, requireUnchanged } from './outdated-plan.ts'
import { listBatch, removeUnlistedRows, storeRawRows } from './raw-batches.ts'
import { type SheetRecord, saveSheetRecord } from './sheet-record.ts'

/** An import as it is written. */
export interface ImportEnd {
  at: string
  /** Its row in the history. */
  entry: Pick<ImportRow, 'id' | 'number' | 'kind' | 'durationMs' | 'basedOn'>
  /** How long this job has worked on it. */
  readElapsedMs(): number
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
    /** Whether it was planned by an earlier job, so that something may have changed since. */
    isReviewed: boolean
  }
}

/**
 * Writes an import in one transaction: all of it or nothing, and nothing once the job has been
 * cancelled or given to another runner. The rows as they came are written before it (raw-batches.ts).
 * `db` is the connection that has the stage.
 * @throws OutdatedPlan when somebody of a reviewed plan is not as they were.
 */
export async function applyImport(
  db: Db,
  { job, signal }: Pick<JobContext, 'job' | 'signal'>,
  { at, entry, readElapsedMs, source, counts, isSampleSheet, changes }: ImportEnd,
): Promise<void> {
  try {
    await removeUnlistedRows(db)
    if (changes?.batch) await storeRawRows(db, changes.batch, signal)
    await db.transaction().execute(async (tx) => {
      if (changes) {
        if (changes.isReviewed) await requireUnchanged(tx, entry)
        await writePlan(tx, changes.plan, at, signal)
        if (changes.batch) await listBatch(tx, changes.batch, signal)
        await saveSheetRecord(tx, changes.record)
      }
      const isSampleData = isSampleSheet && (await readIsSampleExport(tx))
      await recordImport(tx, { source, at, metadata: { ...counts, isSampleData } })
      // The next scheduled sync would bring back what was just undone.
      if (entry.kind === 'restore') await pauseSchedules(tx, { reason: 'restore', at })
      await completeImport(tx, entry, { at, job, elapsedMs: readElapsedMs() })
      // Last, so that a cancellation meanwhile waits for nothing, and this writes nothing (decision 0004).
      if (!(await holdJob(tx, job.id, job.leaseOwner))) {
        throw new Error('The job was cancelled or given to another runner')
      }
      // On SQLite no heartbeat could be written during the transaction; after the commit the lease counts again.
      await renewLease(tx, job.id, job.leaseOwner)
      await letSignalsIn()
      signal.throwIfAborted()
    })
  } catch (error) {
    // A place or a volunteer of that name has been added since.
    if (changes?.isReviewed && isConstraintViolation(error))
      throw new OutdatedPlan(otherwiseChanged)
    throw error
  } finally {
    // Batches that are not listed, or no longer. When this fails, the next import does it.
    await removeUnlistedRows(db).catch(() => {})
  }
}

/**
 * Statements on SQLite follow each other without a turn of the event loop, so that a signal to end the process
 * has not been seen yet. The second turn begins with what the system has delivered meanwhile.
 */
async function letSignalsIn(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

/** In an order in which every reference holds: places are made first and removed last. */
async function writePlan(tx: Db, plan: ImportPlan, at: string, signal: AbortSignal): Promise<void> {
  const { places } = plan
  const options = { replaceBy: 'id', signal }
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
  // New volunteers have no search rows, and the look costs a tenth of writing them.
  if (plan.counts.moved + plan.counts.changed > 0) await forgetFolded(tx, signal)
  await foldVolunteers(tx, signal)
  const removedCongregations = places.removedCongregations.map(({ id }) => id)
  await requireEmpty(tx, 'congregationId', removedCongregations)
  await requireEmpty(tx, 'circuitId', places.removedCircuitIds)
  await deleteRows(tx, 'cart_locations', places.removedLocationIds, signal)
  await deleteRows(tx, 'congregations', removedCongregations, signal)
  await deleteRows(tx, 'circuits', places.removedCircuitIds, signal)
  await raiseVersion(tx, 'volunteers')
}
