import { randomUUIDv7 } from 'node:crypto'
import { recordImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { holdJob } from '@dashboard/store/jobs/renew-lease'
import type { JobContext } from '../../job-context.ts'
import type { RawRow } from '../1-read/read-sheet.ts'
import { detailColumns } from '../3-plan/plan-details.ts'
import type { ImportPlan } from '../3-plan/plan-import.ts'
import { deleteRows, putRows } from './write-rows.ts'

const keptBatches = 3

/** The raw rows of one import and where they are from. */
export interface ImportBatch {
  /** Sorts by time, and names the job. */
  id: string
  at: string
  /** The spreadsheet's description. */
  source: string
  sheetName: string
  rawRows: readonly RawRow[]
}

/**
 * Writes an import in one transaction: all of it or nothing, and nothing once the job has been
 * cancelled or given to another runner.
 */
export async function applyImport(
  { db, job, signal }: Pick<JobContext, 'db' | 'job' | 'signal'>,
  plan: ImportPlan,
  batch: ImportBatch,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await holdJob(tx, job.id, job.leaseOwner))) {
      throw new Error('The job was cancelled or given to another runner')
    }
    await writePlan(tx, plan, signal)
    await writeRawRows(tx, batch, signal)
    const { counts } = plan
    await recordImport(tx, { source: batch.source, at: batch.at, metadata: { ...counts } })
    signal.throwIfAborted()
  })
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

async function writeRawRows(
  tx: Db,
  { id: importBatch, at: processedAt, sheetName, rawRows }: ImportBatch,
  signal: AbortSignal,
): Promise<void> {
  const rows = rawRows.map(({ rowIndex, rawData }) => ({
    id: randomUUIDv7(),
    rowIndex,
    rawData,
    processedAt,
    importBatch,
    sheetName,
  }))
  await putRows(tx, 'raw_import_data', rows, { signal })
  const batches = await tx
    .selectFrom('raw_import_data')
    .select('importBatch')
    .distinct()
    .orderBy('importBatch', 'desc')
    .execute()
  const kept = batches.slice(0, keptBatches).map((row) => row.importBatch ?? '')
  if (kept.length === 0) return
  await tx.deleteFrom('raw_import_data').where('importBatch', 'not in', kept).execute()
}
