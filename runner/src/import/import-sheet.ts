import { ImportTotals } from '@dashboard/contract/automation'
import type { ImportOutcome } from '@dashboard/contract/workflows'
import { fromJson, nowIso } from '@dashboard/store/database/column-values'
import type { ImportRow } from '@dashboard/store/database/import-tables'
import type { Db } from '@dashboard/store/database/open-database'
import { pruneHistory } from '@dashboard/store/imports/prune-history'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import type { JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { countUnchanged } from './3-plan/count-changes.ts'
import { withStage } from './3-plan/plan-stage.ts'
import { removesTooMuch } from './3-plan/removal-guard.ts'
import { applyImport } from './4-apply/apply-import.ts'
import { beginImport, findImport, saveImport, unchangedColumns } from './4-apply/import-record.ts'
import {
  findSameRows,
  isImportedAgain,
  readSheetRecord,
  type SheetResult,
} from './4-apply/sheet-record.ts'
import { applyReviewed, type Imported } from './apply-reviewed.ts'
import { measureElapsed } from './elapsed.ts'
import { describeCounts, describeWriting } from './import-words.ts'
import { logRows, type PlannedImport, planSheet } from './plan-sheet.ts'
import { openSheet, type RowSource } from './row-sources.ts'
import { keepPlan, storePlan } from './store-plan.ts'

/**
 * Brings the database in line with the sheet (docs/sheet-format.md#what-an-import-does), or does what a review
 * has shown (docs/imports.md#applying); all of it or nothing.
 * @throws SheetError when the sheet is missing, unreadable or would remove too many volunteers.
 */
export async function importSheet(
  context: JobContext,
): Promise<ImportOutcome & { totals: ImportTotals }> {
  const { db, files, settings } = context
  const entry = await beginImport(db, context.job)
  if (entry.state === 'completed') return readOutcome(context, entry)
  const { result, counts } =
    context.job.importId === null
      ? await importNow(context, entry)
      : await applyReviewed(context, entry)
  await pruneHistory(db, files, { imports: settings.importHistory })
  const { rowsRead, imported, circuits, skipped } = result
  return {
    rowCount: imported,
    circuitsCount: circuits,
    totals: { rows: rowsRead, skipped: skipped.count, ...counts },
  }
}

/** Of an import that an earlier try of this job has written; the job ended before it could say so. */
async function readOutcome({ db, job, log }: JobContext, entry: ImportRow) {
  if (entry.applyJobId !== job.id) throw new JobError('These changes have been imported already.')
  log('Everything had been written before the job was interrupted.')
  const totals = ImportTotals.parse(fromJson(entry.totals ?? '{}'))
  const { count } = await db
    .selectFrom('circuits')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rowCount: totals.rows - totals.skipped, circuitsCount: count, totals }
}

async function importNow(context: JobContext, entry: ImportRow): Promise<Imported> {
  const { db, settings, log, progress } = context
  const source = await openSheet(context)
  const { sheet } = source
  log(`Importing the sheet '${settings.sheetName}' of ${sheet.source}.`)
  progress(0, `Reading ${sheet.source}`)
  const before = await readSheetRecord(db)
  const last = before?.importId === undefined ? undefined : await findImport(db, before.importId)
  return before && last?.rowsKey && (await isImportedAgain(db, before, sheet))
    ? confirmImport(context, entry, last, before.result)
    : importRows(context, entry, source)
}

/** The file is the one of the last import, byte by byte, and would come to the same. */
async function confirmImport(
  context: JobContext,
  entry: ImportRow,
  last: ImportRow,
  result: SheetResult,
): Promise<Imported> {
  const { db } = context
  const readElapsedMs = measureElapsed()
  const counts = countUnchanged(result.imported)
  const { isSampleSheet, rowsRead, skipped } = result
  logRows(context.log, result)
  context.progress(70, describeWriting(counts))
  const totals = { rows: rowsRead, skipped: skipped.count, ...counts }
  await saveImport(db, entry.id, unchangedColumns(last, totals))
  await applyImport(db, context, {
    entry,
    readElapsedMs,
    source: last.source,
    at: nowIso(),
    counts,
    isSampleSheet,
  })
  context.log(describeCounts(result, counts))
  return { result, counts }
}

function importRows(context: JobContext, entry: ImportRow, source: RowSource): Promise<Imported> {
  const readElapsedMs = measureElapsed()
  // One connection all along: the stage belongs to it.
  return context.db.connection().execute(async (db) => {
    const at = nowIso()
    return withStage(db, context.signal, async (stage) => {
      const planning = { db, stage, source, at, stagesRows: true }
      const planned = await planSheet(context, planning)
      context.signal.throwIfAborted()
      context.progress(70, describeWriting(planned.plan.counts))
      await storePlan(context, db, entry, planned)
      if (planned.guard.isStopped) {
        await keepPlan(context, db, entry, { planned, source, elapsedMs: readElapsedMs() })
        await pauseSchedules(db, { reason: 'guard', at: nowIso() })
        throw removesTooMuch(planned.guard)
      }
      await applyNow(context, { db, entry, source, planned, readElapsedMs, at })
      context.log(describeCounts(planned.result, planned.plan.counts))
      return { result: planned.result, counts: planned.plan.counts }
    })
  })
}

interface Application {
  db: Db
  entry: ImportRow
  source: RowSource
  planned: PlannedImport
  readElapsedMs(): number
  at: string
}

async function applyNow(
  context: JobContext,
  { db, entry, source, planned, readElapsedMs, at }: Application,
): Promise<void> {
  const { plan, result, rowsHash, lastRow } = planned
  const { sheet } = source
  // The file may have been replaced while it was read; then nobody can say which one this was.
  const isSameFile = sheet.fileHash === (await source.hashContent())
  const id = `${at} ${context.job.id}`
  const kept = await findSameRows(db, { rowsHash, sheetName: sheet.sheetName })
  await applyImport(db, context, {
    at,
    entry,
    readElapsedMs,
    source: sheet.source,
    counts: plan.counts,
    isSampleSheet: result.isSampleSheet,
    changes: {
      plan,
      batch: kept ? undefined : { id, at, sheetName: sheet.sheetName, lastRow },
      record: {
        ...sheet,
        fileHash: isSameFile ? sheet.fileHash : undefined,
        rowsHash,
        batchId: kept ?? id,
        importId: entry.id,
        result,
      },
      isReviewed: false,
    },
  })
}
