import type { Readable } from 'node:stream'
import { countOf } from '@dashboard/contract/counts'
import { ImportGuard, removesTooMany } from '@dashboard/contract/imports'
import { listTitles } from '@dashboard/contract/name-list'
import { fromJson, nowIso, toJson } from '@dashboard/store/database/column-values'
import type { ImportRow } from '@dashboard/store/database/schema'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { describeCounts, describeWriting } from './import-words.ts'
import type { ChangeCounts } from './planning/count-changes.ts'
import type { SheetResult } from './planning/import-planner.ts'
import { stoppedByGuard } from './planning/plan-guard.ts'
import { type PlanStage, withStage } from './planning/plan-stage.ts'
import { readLines, type StoredRow, splitRowLine } from './reading/stored-rows.ts'
import { hashRows, openSource } from './row-sources.ts'
import { applyImport, OutdatedPlan, sheetChanged } from './writing/apply-import.ts'
import { saveImport } from './writing/import-record.ts'
import { unpackPlan } from './writing/plan-file.ts'

export interface Imported {
  result: SheetResult
  counts: ChangeCounts
}

/**
 * Applies the plan that a review has stored (docs/imports.md#applying).
 * @throws OutdatedPlan when the sheet, or a volunteer in the plan, has changed since.
 */
export async function applyReviewed(context: JobContext, entry: ImportRow): Promise<Imported> {
  const startedAt = performance.now()
  const { db, log } = context
  log(`Importing the changes that were reviewed, from ${entry.source}.`)
  requireConfirmed(context, entry)
  try {
    await requireSameRows(context, entry)
    return await writeStored(context, entry, startedAt)
  } catch (error) {
    // For the page of the import.
    if (error instanceof OutdatedPlan)
      await saveImport(db, entry.id, { outdated: toJson(error.outdated) })
    throw error
  }
}

/**
 * Checks that the plan may be applied.
 * @throws SheetError where the guard stopped the plan and nobody has confirmed it for this job; its restart after a lost
 *   lease is still this job.
 */
function requireConfirmed({ job, log }: JobContext, entry: ImportRow): void {
  const guard = entry.guard === null ? undefined : ImportGuard.parse(fromJson(entry.guard))
  if (!guard?.isStopped) return
  if (guard.confirmedBy === null || entry.applyJobId !== job.id) {
    throw stoppedByGuard(guard, guard.unknownColumns)
  }
  if (removesTooMany(guard)) {
    const removals = countOf(guard.removals, 'volunteer')
    log(`${guard.confirmedBy} has confirmed the removal of ${removals}.`)
  }
  if (guard.columns.length > 0) {
    const titles = listTitles(guard.columns.map(({ column }) => column))
    const erasures = countOf(guard.erasures, 'value')
    log(`${guard.confirmedBy} has confirmed the erasure of ${erasures} of ${titles}.`)
  }
  if (guard.replacements > 0) {
    const values = countOf(guard.replacements, 'value')
    log(`${guard.confirmedBy} has confirmed that ${values} are replaced with others.`)
  }
}

async function requireSameRows(context: JobContext, entry: ImportRow): Promise<void> {
  // The rows of an earlier import and of an uploaded file never change.
  if (entry.sourceImportId !== null || entry.uploadedName !== null) return
  const source = await openSource(context, entry)
  const { fileHash } = source.sheet
  if (fileHash !== undefined && fileHash === entry.fileHash) return
  context.progress(0, `Reading ${source.sheet.source}`)
  if ((await hashRows(source, context.signal)) !== entry.rowsHash)
    throw new OutdatedPlan(sheetChanged)
}

function writeStored(context: JobContext, entry: ImportRow, startedAt: number): Promise<Imported> {
  const { files, signal, log, progress } = context
  return withStage(context, async (db, stage) => {
    const kept = await openKept(files, entry.planKey, 'The plan of this review is')
    const stored = await unpackPlan(kept, stage)
    const { plan, result } = stored
    const at = nowIso()
    await stageStoredRows(files, entry, stage)
    signal.throwIfAborted()
    progress(70, describeWriting(plan.counts))
    await applyImport(db, context, {
      ...stored,
      at,
      entry,
      startedAt,
      // Circuits have changed when the plan is applied, and not when it was made.
      plan: { ...plan, circuits: plan.circuits.map((row) => ({ ...row, lastUpdated: at })) },
      isReviewed: true,
    })
    log(describeCounts(result, plan.counts))
    return { result, counts: plan.counts }
  })
}

async function openKept(files: FileStore, key: string | null, what: string): Promise<Readable> {
  const file = key === null ? undefined : await files.open(key)
  if (!file) throw new JobError(`${what} no longer kept. Review again.`, 'outdated')
  return file.stream
}

const rowsPerChunk = 500

async function stageStoredRows(
  files: FileStore,
  { rowsKey }: ImportRow,
  stage: PlanStage,
): Promise<void> {
  const content = await openKept(files, rowsKey, 'The rows of this review are')
  let rows: StoredRow[] = []
  for await (const line of readLines(content)) {
    const row = splitRowLine(line)
    if (row && rows.push(row) >= rowsPerChunk) {
      await stage.addRawRows(rows)
      rows = []
    }
  }
  await stage.addRawRows(rows)
}
