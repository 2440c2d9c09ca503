import { ImportTotals } from '@dashboard/contract/automation'
import { countOf } from '@dashboard/contract/counts'
import { ImportGuard } from '@dashboard/contract/imports'
import { listTitles } from '@dashboard/contract/name-list'
import type { SheetColumn } from '@dashboard/contract/sheet-columns'
import type { ImportOutcome } from '@dashboard/contract/sync'
import { readIsSampleData, readLastImport } from '@dashboard/store/automation-status'
import { fromJson, nowIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import type { JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { applyReviewed, type Imported } from './apply-reviewed.ts'
import { describeCounts, describeWriting } from './import-words.ts'
import { readKnownVolunteers, readPlaces } from './matching/existing-data.ts'
import { matchUndecidedRows, VolunteerMatcher } from './matching/match-volunteers.ts'
import { findColumnLosses } from './planning/column-guard.ts'
import { ImportPlanner, type SheetResult } from './planning/import-planner.ts'
import {
  checkRemoval,
  guardPlan,
  losesValues,
  type PlanGuard,
  stoppedByGuard,
  unguarded,
} from './planning/plan-guard.ts'
import { type PlanStage, withStage } from './planning/plan-stage.ts'
import { findReplacements } from './planning/replaced-values.ts'
import { logLines } from './reading/line-tally.ts'
import { readSheet } from './reading/read-sheet.ts'
import { StoredRowsWriter } from './reading/stored-rows.ts'
import { deleteUpload, openSheet, type RowSource } from './row-sources.ts'
import { applyImport } from './writing/apply-import.ts'
import { beginImport, findLastCompleted, readFirstSeen } from './writing/import-record.ts'
import { type PlannedImport, recordPlan, storedPlanOf, storePlan } from './writing/store-plan.ts'

/**
 * Brings the database in line with the sheet (docs/sheet-format.md#what-an-import-does), or applies a review
 * (docs/imports.md#applying); either completely or not at all.
 * @throws SheetError when the sheet is missing, unreadable or would remove too many volunteers, erase a column
 * or, if it was uploaded, replace most values of a kind.
 */
export async function importSheet(
  context: JobContext,
): Promise<ImportOutcome & { totals: ImportTotals }> {
  const { db } = context
  const entry = await beginImport(db, context.job)
  if (entry.state === 'completed') return readOutcome(context, entry)
  const { result, counts } =
    context.job.importId === null
      ? await importNow(context, entry)
      : await applyReviewed(context, entry)
  await deleteUpload(context)
  const { rowsRead, imported, circuits, skipped, unknownColumns } = result
  return {
    rowCount: imported,
    circuitsCount: circuits,
    unknownColumns: [...unknownColumns],
    totals: { rows: rowsRead, skipped: skipped.count, ...counts },
  }
}

/**
 * Returns the outcome of an import that an earlier try of this job has written, before the try ended without recording
 * it.
 */
async function readOutcome({ db, job, log }: JobContext, entry: ImportRow) {
  if (entry.applyJobId !== job.id) throw new JobError('These changes have been imported already.')
  log('Everything had been written before the job was interrupted.')
  const totals = ImportTotals.parse(fromJson(entry.totals ?? '{}'))
  const circuitsCount = await countRows(db.selectFrom('circuits'))
  const { unknownColumns } = ImportGuard.parse(fromJson(entry.guard ?? ''))
  return { rowCount: totals.rows - totals.skipped, circuitsCount, unknownColumns, totals }
}

async function importNow(context: JobContext, entry: ImportRow): Promise<Imported> {
  const { signal, progress, log } = context
  const startedAt = performance.now()
  const source = await openSheet(context)
  log(`Importing the sheet '${source.sheet.sheetName}' of ${source.sheet.source}.`)
  progress(0, `Reading ${source.sheet.source}`)
  return withStage(context, async (db, stage) => {
    const at = nowIso()
    const planned = await planSheet(context, { db, stage, source, at })
    const { plan, result, guard } = planned
    const stored = storedPlanOf(planned)
    signal.throwIfAborted()
    progress(70, describeWriting(plan.counts))
    await storePlan(context, db, entry, planned)
    if (guard.isStopped) {
      const elapsedMs = performance.now() - startedAt
      await recordPlan(context, db, entry, { planned, stage, elapsedMs })
      // The next scheduled sync reads another sheet than the uploaded one.
      if (losesValues(guard)) await pauseSchedules(db, { reason: 'guard', at: nowIso() })
      throw stoppedByGuard(guard, planned.possibleTitles)
    }
    await applyImport(db, context, {
      ...stored,
      at,
      entry,
      startedAt,
      isReviewed: false,
    })
    log(describeCounts(result, plan.counts))
    return { result, counts: plan.counts }
  })
}

/** The most characters kept of the title of an unknown column, which may contain any text. */
const titleCharacters = 80

interface Planning {
  db: Db
  stage: PlanStage
  source: RowSource
  at: string
}

/**
 * Reads the rows, matches them with existing volunteers, plans the changes, and runs the guard. Afterwards the stage
 * contains everything to be written; the database is only read.
 */
export async function planSheet(
  context: JobContext,
  { db, stage, source, at }: Planning,
): Promise<PlannedImport> {
  const { settings, signal, progress, log } = context
  const basedOn = await readLastImport(db)
  const existing = await readPlaces(db)
  const { known, namesakes } = await readKnownVolunteers(db, existing)
  const seenSince = await readFirstSeen(db)
  const unknownColumns: string[] = []
  let present: ReadonlySet<SheetColumn> = new Set()
  const storedRows = new StoredRowsWriter()
  const matcher = new VolunteerMatcher(known, namesakes)
  const planner = new ImportPlanner({ db, existing, known, stage, at, seenSince })

  const pieces = readSheet(source.readRows(signal), {
    onProgress: (count) =>
      progress(20, `Reading ${source.sheet.source}: ${countOf(count, 'row')} so far`),
    onHeader: (header, { positions }) => {
      storedRows.begin(header)
      present = new Set(positions.keys())
    },
    onUnknownColumn: (title) => void unknownColumns.push(title.slice(0, titleCharacters)),
    isDelimited: source.isDelimited,
    hasShortTitles: source.sheet.uploadedName !== undefined,
    areApart: (one, other) => matcher.areStoredApart(one, other),
    ...(source.takeWarnings && { takeWarnings: source.takeWarnings }),
  })
  for await (const rows of pieces) {
    await storedRows.add(rows)
    await stage.addRawRows(rows)
    await planner.add(matcher.matchRows(rows))
  }
  planner.addMissingColumns(present)
  const matchedAs = source.matchedAs?.()
  if (matchedAs !== undefined) log(`The columns are read as matched in '${matchedAs}'.`)
  const undecided = await matchUndecidedRows(db, matcher, planner.undecided)
  await planner.addUndecided(undecided.rows)
  const finished = await planner.finish(undecided.doubtfulIds, source.locations?.())

  signal.throwIfAborted()
  const result = { ...finished.result, unknownColumns }
  logRows(log, result)
  progress(50, `Comparing ${countOf(result.rowsRead, 'row')} with the current volunteers`)
  // Sample volunteers do not count as people. A sheet that holds only them, or no rows, does not replace them.
  const replacesSampleData =
    result.imported > 0 && !result.isSampleSheet && (await readIsSampleData(db))
  const possibleTitles = await findNewColumns(db, unknownColumns)
  const guard: PlanGuard = replacesSampleData
    ? { ...unguarded(known.length, unknownColumns), replacesSampleData }
    : guardPlan({
        removals: checkRemoval(known, existing, {
          imported: result.imported,
          maxRemoval: settings.importMaxRemoval,
        }),
        columns: await findColumnLosses({
          db,
          known,
          existing,
          present,
          possibleTitles,
          ...finished,
        }),
        replaced: await findReplacements(db, known, finished.replacements),
        isUploaded: source.sheet.uploadedName !== undefined,
        unknownColumns,
        hasOtherIds: matcher.hasOtherIds,
      })
  return {
    ...finished,
    ...(await storedRows.finish(finished.locations)),
    result,
    sheet: source.sheet,
    matchedAs,
    guard,
    possibleTitles,
    basedOn,
  }
}

/** Returns the unknown columns that the last import did not have; if none is new, all unknown columns. */
async function findNewColumns(db: Db, unknown: readonly string[]): Promise<readonly string[]> {
  const guard = (await findLastCompleted(db))?.guard
  const before = guard ? ImportGuard.parse(fromJson(guard)).unknownColumns : []
  const added = unknown.filter((title) => !before.includes(title))
  return added.length > 0 ? added : unknown
}

function logRows(log: JobContext['log'], { unknownColumns, skipped, warnings }: SheetResult): void {
  if (unknownColumns.length > 0) {
    log(`Unknown columns, kept only as raw data: ${listTitles(unknownColumns, 50)}.`)
  }
  logLines(log, skipped, 'rows skipped')
  logLines(log, warnings, 'warnings')
}
