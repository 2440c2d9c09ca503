import type { ImportTotals } from '@dashboard/contract/automation'
import type { ImportOutcome } from '@dashboard/contract/workflows'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobContext } from '../job-context.ts'
import { notesOf } from '../spreadsheets/job-notes.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import type { Spreadsheet } from '../spreadsheets/spreadsheet.ts'
import { emptyTally, logLines } from './1-read/line-tally.ts'
import { readSheet } from './1-read/read-sheet.ts'
import { mappingVersion } from './1-read/row-mapping.ts'
import { readPlaces } from './2-match/existing-data.ts'
import { readKnownVolunteers, readNamesakes } from './2-match/known-volunteers.ts'
import { createMatcher } from './2-match/match-volunteers.ts'
import { type ChangeCounts, countUnchanged } from './3-plan/count-changes.ts'
import { type ImportPlan, planImport } from './3-plan/plan-import.ts'
import { type PlanStage, withStage } from './3-plan/plan-stage.ts'
import { guardRemoval } from './3-plan/removal-guard.ts'
import { stageChanges } from './3-plan/stage-changes.ts'
import { applyImport } from './4-apply/apply-import.ts'
import {
  findSameRows,
  isImportedAgain,
  readSheetRecord,
  type SheetResult,
  type SheetSource,
} from './4-apply/sheet-record.ts'
import { describeCounts, describeWriting } from './import-words.ts'

/**
 * Brings the database in line with the sheet (docs/sheet-format.md#what-an-import-does), all of it
 * or nothing.
 * @throws SheetError when the sheet is missing, unreadable or would remove too many volunteers.
 */
export async function importSheet(
  context: JobContext,
): Promise<ImportOutcome & { totals: ImportTotals }> {
  const { db, settings, signal, log, progress } = context
  const { sheetName } = settings
  const spreadsheet = openSpreadsheet(settings.spreadsheet, notesOf(context))
  const source = spreadsheet.describe()
  log(`Importing the sheet '${sheetName}' of ${source}.`)
  progress(0, `Reading ${source}`)
  const fileHash = await spreadsheet.contentHash?.(signal)
  const sheet: SheetSource = { mappingVersion, source, sheetName, fileHash }
  const before = await readSheetRecord(db)
  const { result, counts } =
    before && (await isImportedAgain(db, before, sheet))
      ? await confirmImport(context, source, before.result)
      : await importRows(context, spreadsheet, sheet)
  const { rowsRead, imported, circuits, skipped } = result
  return {
    rowCount: imported,
    circuitsCount: circuits,
    totals: { rows: rowsRead, skipped: skipped.count, ...counts },
  }
}

interface Imported {
  result: SheetResult
  counts: ChangeCounts
}

interface Comparison {
  plan: ImportPlan
  result: SheetResult
  rowsHash: string
  lastRow: number
}

/** The file is the one of the last import, byte by byte, and would come to the same. */
async function confirmImport(
  context: JobContext,
  source: string,
  result: SheetResult,
): Promise<Imported> {
  const counts = countUnchanged(result.imported)
  const { isSampleSheet } = result
  logRows(context.log, result)
  context.progress(70, describeWriting(counts))
  await applyImport(context.db, context, { source, at: nowIso(), counts, isSampleSheet })
  context.log(describeCounts(result, counts))
  return { result, counts }
}

function importRows(
  context: JobContext,
  spreadsheet: Spreadsheet,
  sheet: SheetSource,
): Promise<Imported> {
  // One connection all along: the stage belongs to it.
  return context.db.connection().execute(async (db) => {
    const { job, signal, log, progress } = context
    const at = nowIso()
    return withStage(db, signal, async (stage) => {
      const { plan, result, rowsHash, lastRow } = await compare(context, db, spreadsheet, stage, at)
      signal.throwIfAborted()
      progress(70, describeWriting(plan.counts))
      // The file may have been replaced while it was read; then nobody can say which one this was.
      const isSameFile = sheet.fileHash === (await spreadsheet.contentHash?.(signal))
      const id = `${at} ${job.id}`
      const kept = await findSameRows(db, { rowsHash, sheetName: sheet.sheetName })
      await applyImport(db, context, {
        source: sheet.source,
        at,
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
            result,
          },
        },
      })
      log(describeCounts(result, plan.counts))
      return { result, counts: plan.counts }
    })
  })
}

/** What the sheet changes, staged; the database is only read. */
async function compare(
  { settings, signal, log, progress }: JobContext,
  db: Db,
  spreadsheet: Spreadsheet,
  stage: PlanStage,
  at: string,
): Promise<Comparison> {
  const source = spreadsheet.describe()
  const existing = await readPlaces(db)
  const known = await readKnownVolunteers(db)
  const matcher = createMatcher(known, (hasLocustId) =>
    readNamesakes(db, existing, known, hasLocustId),
  )
  const [skipped, warnings] = [emptyTally(), emptyTally()]
  const rows = spreadsheet.readRows(settings.sheetName, signal)
  const pieces = readSheet(rows, skipped, (count) =>
    progress(20, `Reading ${source}: ${count.toLocaleString('en-US')} rows so far`),
  )
  const changes = await stageChanges(pieces, { db, existing, matcher, stage, warnings, at })
  signal.throwIfAborted()
  const { rowsRead, imported, isSampleSheet, places } = changes
  const circuits = places.circuitIds.size
  const result = { rowsRead, imported, circuits, isSampleSheet, skipped, warnings }
  logRows(log, result)
  progress(50, `Comparing ${rowsRead.toLocaleString('en-US')} rows with what is there`)
  const removed = known.filter(({ isKept }) => !isKept)
  guardRemoval(removed.length, known.length, settings.importMaxRemoval)
  const plan = planImport(existing, { ...changes, removed }, at)
  return { plan, result, rowsHash: changes.rowsHash, lastRow: changes.lastRow }
}

function logRows(log: JobContext['log'], { skipped, warnings }: SheetResult): void {
  logLines(log, skipped, 'rows skipped')
  logLines(log, warnings, 'warnings')
}
