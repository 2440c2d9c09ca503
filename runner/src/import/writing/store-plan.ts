import { toJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { quoted } from '@dashboard/store/database/write-rows'
import { planKeyOf, rowsKeyOf } from '@dashboard/store/imports/import-files'
import { writePlaces } from '@dashboard/store/imports/import-places'
import { firstNumberOf } from '@dashboard/store/imports/insert-import'
import { CompiledQuery } from 'kysely'
import type { JobContext } from '../../job-context.ts'
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
 * written before the import's one transaction, and belong to a mere plan until that transaction has ended.
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
  await moveHistory(db, staged.people, entry, signal)
  await moveHistory(db, staged.rejects, entry, signal)
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

/** Moves staged rows, which are numbered from 1, to the history of an import. */
async function moveHistory(
  db: Db,
  { name, table, columns }: StagedRows,
  entry: Pick<ImportRow, 'id' | 'number'>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const others = quoted(columns.filter((column) => column !== 'id'))
  const owner = isPostgres(db) ? '$1::text' : '?'
  const text = `insert into "${table}" (id, "importId", ${others})
    select id + ${firstNumberOf(entry)}, ${owner}, ${others} from "${name}"`
  await db.executeQuery(CompiledQuery.raw(text, [entry.id]))
}
