import type { ImportOutcome } from '@dashboard/contract/workflows'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobContext } from '../job-context.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import type { Spreadsheet } from '../spreadsheets/spreadsheet.ts'
import { emptyTally, logLines } from './1-read/line-tally.ts'
import { readSheet } from './1-read/read-sheet.ts'
import { mappingVersion } from './1-read/row-mapping.ts'
import { readPlaces } from './2-match/existing-data.ts'
import { readKnownVolunteers, readNamesakes } from './2-match/known-volunteers.ts'
import { createMatcher } from './2-match/match-volunteers.ts'
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

/**
 * Brings the database in line with the sheet (docs/sheet-format.md#what-an-import-does), all of it
 * or nothing.
 * @throws SheetError when the sheet is missing, unreadable or would remove too many volunteers.
 */
export async function importSheet(context: JobContext): Promise<ImportOutcome> {
  const { db, settings, signal, log, progress } = context
  const { sheetName } = settings
  const spreadsheet = openSpreadsheet(settings.spreadsheet, log)
  const source = spreadsheet.describe()
  log(`Importing the sheet '${sheetName}' of ${source}.`)
  progress(0, `Reading ${source}`)
  const fileHash = await spreadsheet.contentHash?.(signal)
  const sheet: SheetSource = { mappingVersion, source, sheetName, fileHash }
  const before = await readSheetRecord(db)
  const result =
    before && (await isImportedAgain(db, before, sheet))
      ? await confirmImport(context, source, before.result)
      : await importRows(context, spreadsheet, sheet)
  return { rowCount: result.imported, circuitsCount: result.circuits }
}

interface Comparison {
  plan: ImportPlan
  result: SheetResult
  rowsHash: string
  lastRow: number
}

const nothing = { added: 0, updated: 0, removed: 0 }

/** The file is the one of the last import, byte by byte, and would come to the same. */
async function confirmImport(
  context: JobContext,
  source: string,
  result: SheetResult,
): Promise<SheetResult> {
  logRows(context.log, result)
  context.progress(70, describeWriting(nothing))
  await applyImport(context.db, context, { source, at: nowIso(), counts: nothing })
  context.log(describeCounts(result, nothing))
  return result
}

function importRows(
  context: JobContext,
  spreadsheet: Spreadsheet,
  sheet: SheetSource,
): Promise<SheetResult> {
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
      return result
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
  const { rowsRead, imported, places } = changes
  const result = { rowsRead, imported, circuits: places.circuitIds.size, skipped, warnings }
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

function describeWriting(counts: ImportPlan['counts']): string {
  const changed = (counts.added + counts.updated).toLocaleString('en-US')
  return `Saving ${changed} new or changed volunteers`
}

function describeCounts(
  { rowsRead, imported, skipped }: SheetResult,
  counts: ImportPlan['counts'],
): string {
  const parts = [
    [rowsRead, 'rows read'],
    [imported, 'imported'],
    [counts.added + counts.updated, `changed (${counts.added.toLocaleString('en-US')} new)`],
    [counts.removed, 'removed'],
    [skipped.count, 'skipped'],
  ] as const
  const listed = parts.map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`)
  return `Import finished: ${listed.join(', ')}.`
}
