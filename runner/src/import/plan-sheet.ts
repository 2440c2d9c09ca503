import { formatCount } from '@dashboard/contract/counts'
import { readLastImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { packCircuits } from '@dashboard/store/imports/packed-circuits'
import type { JobContext } from '../job-context.ts'
import { createLineFile, headerLine, locationsLine } from './1-read/kept-rows.ts'
import { addLine, emptyTally, logLines } from './1-read/line-tally.ts'
import { readSheet } from './1-read/read-sheet.ts'
import { describeReject } from './1-read/rejects.ts'
import { emptyWarnings } from './1-read/warning-tally.ts'
import { type ExistingPlaces, readPlaces } from './2-match/existing-data.ts'
import {
  type KnownVolunteer,
  readKnownVolunteers,
  readNamesakes,
} from './2-match/known-volunteers.ts'
import { createMatcher } from './2-match/match-volunteers.ts'
import { type ImportPlan, planImport } from './3-plan/plan-import.ts'
import { locationsAfter } from './3-plan/plan-places.ts'
import type { PlanStage } from './3-plan/plan-stage.ts'
import { checkRemoval, type RemovalGuard } from './3-plan/removal-guard.ts'
import { type SheetChanges, stageChanges } from './3-plan/stage-changes.ts'
import { summarizePlaces } from './3-plan/summarize-places.ts'
import type { PlanFacts } from './4-apply/import-record.ts'
import { readSeenSince } from './4-apply/import-record.ts'
import type { SheetResult } from './4-apply/sheet-record.ts'
import type { RowSource } from './row-sources.ts'

/** What an import would do, worked out; its rows are in the stage. */
export interface PlannedImport {
  plan: ImportPlan
  result: SheetResult
  guard: RemovalGuard
  /** For its page, but where the history has its rows and rejects. */
  facts: Omit<PlanFacts, 'rowsKey' | 'rejectsOf'>
  rowsHash: string
  rejectsHash: string
  /** The number of the last row that is not blank. */
  lastRow: number
  /** The rows as they are kept, compressed. */
  keptRows: Uint8Array
}

interface Planning {
  db: Db
  stage: PlanStage
  source: RowSource
  at: string
  /** Whether the rows as they came are going to be written. */
  stagesRows: boolean
}

/** Reads the rows, matches and compares them, and stages what changes; the database is only read. */
export async function planSheet(context: JobContext, planning: Planning): Promise<PlannedImport> {
  const { settings, signal, progress } = context
  const { db, source, at } = planning
  const basedOn = await readLastImport(db)
  const existing = await readPlaces(db)
  const known = await readKnownVolunteers(db)
  const { changes, warnings, skipped, file } = await stageSheet(context, planning, existing, known)
  signal.throwIfAborted()
  const { rowsRead, imported, isSampleSheet, places, removed } = changes
  const circuits = places.circuitIds.size
  const result = { rowsRead, imported, circuits, isSampleSheet, skipped, warnings: warnings.lines }
  logRows(context.log, result)
  progress(50, `Comparing ${formatCount(rowsRead)} rows with what is there`)
  const guard = checkRemoval(known, settings.importMaxRemoval, createPlaceNames(existing))
  const plan = planImport(existing, { ...changes, removed }, at)
  await file.write(locationsLine(locationsAfter(existing, places)))
  const { rowsHash, rejectsHash, lastRow } = changes
  return {
    plan,
    result,
    guard,
    rowsHash,
    rejectsHash,
    lastRow,
    keptRows: await file.finish(),
    facts: {
      source: source.sheet.source,
      fileHash: source.sheet.fileHash,
      totals: { rows: rowsRead, skipped: skipped.count, ...plan.counts },
      circuits: packCircuits(summarizePlaces(existing, places, changes.counter.list())),
      warnings: [...warnings.kinds.values()],
      guard,
      basedOn,
      rowsHash,
    },
  }
}

async function stageSheet(
  { signal, progress }: JobContext,
  { db, stage, source, at, stagesRows }: Planning,
  existing: ExistingPlaces,
  known: KnownVolunteer[],
) {
  const matcher = createMatcher(known, (hasLocustId) =>
    readNamesakes(db, existing, known, hasLocustId),
  )
  const skipped = emptyTally()
  const warnings = emptyWarnings()
  const file = createLineFile()
  let header = ''
  const pieces = readSheet(source.readRows(signal), {
    onProgress: (count) =>
      progress(20, `Reading ${source.sheet.source}: ${formatCount(count)} rows so far`),
    onHeader: (found) => {
      header = headerLine(found)
    },
  })
  const changes: SheetChanges = await stageChanges(pieces, {
    db,
    existing,
    known,
    matcher,
    stage,
    warnings,
    at,
    stagesRows,
    seenSince: await readSeenSince(db),
    onReject: (reject) => addLine(skipped, describeReject(reject)),
    keepRows: async (lines) => {
      await file.write(header + lines)
      header = ''
    },
    ...(source.locations && { locations: source.locations }),
  })
  return { changes, warnings, skipped, file }
}

function createPlaceNames({ circuits, congregations }: ExistingPlaces) {
  const names = new Map([...circuits, ...congregations].map(({ id, name }) => [id, name]))
  return ({ circuitId, congregationId }: KnownVolunteer) => ({
    circuit: names.get(circuitId ?? '') ?? '',
    congregation: names.get(congregationId ?? '') ?? '',
  })
}

/** Says in the job's log which rows are skipped and what is odd. */
export function logRows(log: JobContext['log'], { skipped, warnings }: SheetResult): void {
  logLines(log, skipped, 'rows skipped')
  logLines(log, warnings, 'warnings')
}
