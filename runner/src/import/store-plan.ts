import type { ImportRow } from '@dashboard/store/database/import-tables'
import type { Db } from '@dashboard/store/database/open-database'
import { planKeyOf, rowsKeyOf } from '@dashboard/store/imports/import-files'
import type { JobContext } from '../job-context.ts'
import { keptContentType } from './1-read/kept-rows.ts'
import { writtenCount } from './3-plan/count-changes.ts'
import { findLastCompleted, planColumns, saveImport } from './4-apply/import-record.ts'
import { packPlan } from './4-apply/plan-file.ts'
import { forgetHistory, storePeople, storeRejects } from './4-apply/store-history.ts'
import type { PlannedImport } from './plan-sheet.ts'
import type { RowSource } from './row-sources.ts'

/**
 * Stores what an import would do: the page of it, whom it changes, and its rows. Files come before the row that
 * names them, so that none is named that is not there. What the last import has the same is not stored twice.
 */
export async function storePlan(
  { files, signal }: JobContext,
  db: Db,
  entry: ImportRow,
  planned: PlannedImport,
): Promise<void> {
  const last = await findLastCompleted(db)
  await forgetHistory(db, entry.id)
  const { counts } = planned.plan
  await storePeople(db, entry, writtenCount(counts) + counts.left, signal)
  const { facts, result } = planned
  const rejectsOf =
    last?.rejectsOf && last.rejectsHash === planned.rejectsHash ? last.rejectsOf : entry.id
  if (rejectsOf === entry.id) await storeRejects(db, entry, result.skipped.count, signal)
  const rowsKey =
    last?.rowsKey && last.rowsHash === planned.rowsHash ? last.rowsKey : rowsKeyOf(entry.id)
  if (rowsKey !== last?.rowsKey) await files.write(rowsKey, planned.keptRows, keptContentType)
  const { rejectsHash } = planned
  await saveImport(db, entry.id, { ...planColumns({ ...facts, rowsKey, rejectsOf }), rejectsHash })
}

/** Keeps the plan itself, so that a later job can apply it. */
export async function keepPlan(
  { files }: JobContext,
  db: Db,
  entry: ImportRow,
  { planned, source, elapsedMs }: { planned: PlannedImport; source: RowSource; elapsedMs: number },
): Promise<void> {
  const { plan, lastRow, rowsHash, result } = planned
  const record = { ...source.sheet, rowsHash, result }
  const planKey = planKeyOf(entry.id)
  await files.write(planKey, await packPlan(db, { plan, lastRow, record }), keptContentType)
  await saveImport(db, entry.id, {
    planKey,
    state: planned.guard.isStopped ? 'stopped' : 'ready',
    durationMs: Math.round(elapsedMs),
  })
}
