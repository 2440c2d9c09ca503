import { setTimeout as sleep } from 'node:timers/promises'
import { toJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { quoted } from '@dashboard/store/database/write-rows'
import { planKeyOf, rowsKeyOf } from '@dashboard/store/imports/import-files'
import { writePlaces } from '@dashboard/store/imports/import-places'
import { firstNumberOf } from '@dashboard/store/imports/insert-import'
import { CompiledQuery } from 'kysely'
import type { JobContext } from '../../job-context.ts'
import { writtenCount } from '../planning/count-changes.ts'
import type { FinishedPlan, SheetResult } from '../planning/import-planner.ts'
import type { PlanGuard } from '../planning/plan-guard.ts'
import { type PlanStage, type StagedRows, staged } from '../planning/plan-stage.ts'
import { storedRowsType } from '../reading/stored-rows.ts'
import { findLastCompleted, saveImport } from './import-record.ts'
import type { StoredPlan } from './plan-file.ts'

export interface SheetSource {
  /** Description for people. */
  source: string
  sheetName: string
  /** Hash of the file's bytes; `undefined` where the spreadsheet is not a file. */
  fileHash: string | undefined
  /** Name of the uploaded file; missing for the spreadsheet. */
  uploadedName?: string | undefined
}

/** A planned import; its rows are in the stage. */
export interface PlannedImport extends FinishedPlan {
  result: SheetResult
  sheet: SheetSource
  /** Name of the match by which the columns were read. */
  matchedAs: string | undefined
  guard: PlanGuard
  /** Unknown columns, one of which may be a missing column under another title. */
  possibleTitles: readonly string[]
  /** When the import ended whose data the plan was compared with. */
  basedOn: string | null
  /** The rows in their stored form, compressed. */
  storedRows: Uint8Array
  /** Hash of the rows with their numbers: equal for sheets with equal rows. */
  rowsHash: string
}

/**
 * Stores a planned import: its page, the people it changes, and its rows. Files are written before the row that names
 * them, so that a named file always exists. Rows that equal those of the last import are not stored twice. They are
 * written before the import's one transaction, a few rows at a time, and belong to a mere plan until that transaction
 * has ended.
 */
export async function storePlan(
  { files, signal }: JobContext,
  db: Db,
  entry: ImportRow,
  planned: PlannedImport,
): Promise<void> {
  const { plan, result, sheet, matchedAs, rowsHash } = planned
  const last = await findLastCompleted(db)
  // Deletes what an earlier try, or an earlier plan of the same review, has stored.
  await db.deleteFrom('import_changes').where('importId', '=', entry.id).execute()
  await db.deleteFrom('import_rejects').where('importId', '=', entry.id).execute()
  await writePlaces(db, entry, planned.circuits)
  const people = writtenCount(plan.counts) + plan.counts.left
  await moveHistory(db, staged.people, entry, people, signal)
  await moveHistory(db, staged.rejects, entry, result.skipped.count, signal)
  const rowsKey = last?.rowsKey && last.rowsHash === rowsHash ? last.rowsKey : rowsKeyOf(entry.id)
  if (rowsKey !== last?.rowsKey) await files.write(rowsKey, planned.storedRows, storedRowsType)
  const totals = { rows: result.rowsRead, skipped: result.skipped.count, ...plan.counts }
  await saveImport(db, entry.id, {
    source:
      matchedAs === undefined
        ? sheet.source
        : `${sheet.source}, its columns read as matched in '${matchedAs}'`,
    fileHash: sheet.fileHash ?? null,
    uploadedName: sheet.uploadedName ?? null,
    totals: toJson(totals),
    warnings: toJson(planned.warnings),
    guard: toJson({ ...planned.guard, confirmedBy: null }),
    basedOn: planned.basedOn,
    rowsHash,
    rowsKey,
    outdated: null,
  })
}

export function storedPlanOf({ plan, result, sheet }: PlannedImport): StoredPlan {
  const { source, sheetName } = sheet
  return { plan, result, source, sheetName }
}

export async function recordPlan(
  { files }: JobContext,
  db: Db,
  entry: ImportRow,
  { planned, stage, elapsedMs }: { planned: PlannedImport; stage: PlanStage; elapsedMs: number },
): Promise<void> {
  const planKey = planKeyOf(entry.id)
  await files.write(planKey, await stage.packPlan(storedPlanOf(planned)), storedRowsType)
  await saveImport(db, entry.id, {
    planKey,
    state: planned.guard.isStopped ? 'stopped' : 'ready',
    durationMs: Math.round(elapsedMs),
  })
}

/** Rows that are written at a time on SQLite; on PostgreSQL inserts block nobody. */
const rowsPerChunk = 5_000
const pauseMs = 15

/** Moves staged rows, numbered from 1 to `last`, to the history of an import, in short transactions. */
async function moveHistory(
  db: Db,
  rows: StagedRows,
  entry: Pick<ImportRow, 'id' | 'number'>,
  last: number,
  signal: AbortSignal,
): Promise<void> {
  const columns = rows.columns.filter((column) => column !== 'id')
  const owner = isPostgres(db) ? '$1::text' : '?'
  const from = firstNumberOf(entry)
  const size = isPostgres(db) ? Math.max(last, 1) : rowsPerChunk
  for (let after = 0; after < last; after += size) {
    // Without a pause, SQLite would mostly grant this process the lock again.
    if (after > 0) await sleep(pauseMs)
    signal.throwIfAborted()
    const text = `insert into "${rows.table}" (id, "importId", ${quoted(columns)})
      select id + ${from}, ${owner}, ${quoted(columns)} from "${rows.name}"
      where id > ${after} and id <= ${after + size}`
    await db.executeQuery(CompiledQuery.raw(text, [entry.id]))
  }
}
