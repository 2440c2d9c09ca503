import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportOutdated } from '@dashboard/contract/imports'
import { readIsSampleExport, recordImport } from '@dashboard/store/automation-status'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { type Db, isConstraintViolation } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { putRows } from '@dashboard/store/database/write-rows'
import { describeOutdated, findChangedVolunteers } from '@dashboard/store/imports/changed-since'
import { holdJob, renewLease } from '@dashboard/store/jobs/renew-lease'
import { keepOlderReportsCurrent } from '@dashboard/store/reports/report-contents'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import { foldVolunteers } from '@dashboard/store/volunteers/fold-volunteers'
import type { JobContext } from '../../job-context.ts'
import { JobError } from '../../job-errors.ts'
import { detailKinds } from '../planning/detail-kinds.ts'
import type { ImportPlan } from '../planning/plan-import.ts'
import { completeImport } from './import-record.ts'
import {
  deleteRows,
  deleteStaged,
  forgetFolded,
  type ImportBatch,
  listBatch,
  moveDetails,
  moveVolunteers,
  removeUnlistedRows,
  storeRawRows,
  writeHashes,
} from './move-stage.ts'
import { findTouchedPlaces, updateContents } from './report-contents.ts'
import { type SheetRecord, saveSheetRecord } from './sheet-record.ts'

/** An import as it is written. */
export interface ImportEnd {
  at: string
  /** Its row in the history. */
  entry: Pick<ImportRow, 'id' | 'number' | 'kind' | 'durationMs' | 'basedOn'>
  /** When this job began to work on it, by a clock that is never set. */
  startedAt: number
  /** The spreadsheet's description. */
  source: string
  counts: ImportPlan['counts']
  /** Whether all volunteers are such as an export of sample data writes. */
  isSampleSheet: boolean
  /** Left out when the sheet is the one of the last import. */
  changes?: {
    plan: ImportPlan
    /** The rows as they came; `undefined` where those of the newest batch are the same. */
    batch: ImportBatch | undefined
    record: Omit<SheetRecord, 'tableSizes'>
    /** Whether it was planned by an earlier job, so that something may have changed since. */
    isReviewed: boolean
  }
}

/**
 * Writes an import in one transaction: all of it or nothing, and nothing once the job has been
 * cancelled or given to another runner. The rows as they came are written before it (move-stage.ts).
 * `db` is the connection that has the stage.
 * @throws OutdatedPlan when somebody of a reviewed plan is not as they were.
 */
export async function applyImport(
  db: Db,
  { job, signal }: Pick<JobContext, 'job' | 'signal'>,
  { at, entry, startedAt, source, counts, isSampleSheet, changes }: ImportEnd,
): Promise<void> {
  try {
    await removeUnlistedRows(db)
    if (changes?.batch) await storeRawRows(db, changes.batch, signal)
    await db.transaction().execute(async (tx) => {
      await keepOlderReportsCurrent(tx)
      if (changes) {
        if (changes.isReviewed) await requireUnchanged(tx, entry)
        const touched = await findTouchedPlaces(tx, changes.plan)
        await writePlan(tx, changes.plan, at, signal)
        await updateContents(tx, touched, at)
        if (changes.batch) await listBatch(tx, changes.batch, signal)
        await saveSheetRecord(tx, changes.record)
      }
      const isSampleData = isSampleSheet && (await readIsSampleExport(tx))
      await recordImport(tx, { source, at, metadata: { ...counts, isSampleData } })
      // The next scheduled sync would bring back what was just undone.
      if (entry.kind === 'restore') await pauseSchedules(tx, { reason: 'restore', at })
      await completeImport(tx, entry, { at, job, elapsedMs: performance.now() - startedAt })
      // Last, so that a cancellation meanwhile waits for nothing, and this writes nothing (decision 0004).
      if (!(await holdJob(tx, job.id, job.leaseOwner))) {
        throw new Error('The job was cancelled or given to another runner')
      }
      // On SQLite no heartbeat could be written during the transaction; after the commit the lease counts again.
      await renewLease(tx, job.id, job.leaseOwner)
      await letSignalsIn()
      signal.throwIfAborted()
    })
  } catch (error) {
    // A place or a volunteer of that name has been added since.
    if (changes?.isReviewed && isConstraintViolation(error))
      throw new OutdatedPlan(otherwiseChanged)
    throw error
  } finally {
    // Batches that are not listed, or no longer. When this fails, the next import does it.
    await removeUnlistedRows(db).catch(() => {})
  }
}

/**
 * Statements on SQLite follow each other without a turn of the event loop, so that a signal to end the process
 * has not been seen yet. The second turn begins with what the system has delivered meanwhile.
 */
async function letSignalsIn(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

/** In an order in which every reference holds: places are made first and removed last. */
async function writePlan(tx: Db, plan: ImportPlan, at: string, signal: AbortSignal): Promise<void> {
  const { places } = plan
  const options = { replaceBy: 'id', signal }
  await putRows(tx, 'circuits', plan.circuits, options)
  await putRows(tx, 'congregations', places.congregations, options)
  await putRows(tx, 'cart_locations', places.locations, options)
  await deleteRows(tx, 'volunteers', plan.removedVolunteerIds, signal)
  await moveVolunteers(tx, signal)
  await writeHashes(tx, signal)
  for (const kind of detailKinds) {
    await deleteStaged(tx, kind, signal)
    await moveDetails(tx, kind, at, signal)
  }
  // New volunteers have no search rows, and the look costs a tenth of writing them.
  if (plan.counts.moved + plan.counts.changed > 0) await forgetFolded(tx, signal)
  await foldVolunteers(tx, signal)
  const removedCongregations = places.removedCongregations.map(({ id }) => id)
  await requireEmpty(tx, 'congregationId', removedCongregations)
  await requireEmpty(tx, 'circuitId', places.removedCircuitIds)
  await deleteRows(tx, 'cart_locations', places.removedLocationIds, signal)
  await deleteRows(tx, 'congregations', removedCongregations, signal)
  await deleteRows(tx, 'circuits', places.removedCircuitIds, signal)
  await raiseVersion(tx, 'volunteers')
}

/** The sheet, or somebody of the plan, is not as it was when the plan was made. */
export class OutdatedPlan extends JobError {
  override name = 'OutdatedPlan'
  readonly outdated: ImportOutdated

  constructor(outdated: ImportOutdated) {
    super(describeOutdated(outdated) ?? '', 'outdated')
    this.outdated = outdated
  }
}

const nothingChanged: ImportOutdated = {
  isSheetChanged: false,
  volunteers: 0,
  names: [],
  isOtherwiseChanged: false,
}
export const sheetChanged: ImportOutdated = { ...nothingChanged, isSheetChanged: true }
export const otherwiseChanged: ImportOutdated = { ...nothingChanged, isOtherwiseChanged: true }

/** @throws OutdatedPlan naming who has changed since the plan was made. */
export async function requireUnchanged(
  tx: Db,
  entry: Pick<ImportRow, 'number' | 'basedOn'>,
): Promise<void> {
  const changed = await findChangedVolunteers(tx, entry)
  if (changed.volunteers > 0) throw new OutdatedPlan({ ...nothingChanged, ...changed })
}

/**
 * Whoever is still in a place that is removed would go with it, without being in the plan.
 * @throws OutdatedPlan
 */
export async function requireEmpty(
  tx: Db,
  place: 'congregationId' | 'circuitId',
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const there = await tx
      .selectFrom('volunteers')
      .select('id')
      .where(place, 'in', ids.slice(start, start + idsPerStatement))
      .limit(1)
      .executeTakeFirst()
    if (there) throw new OutdatedPlan(otherwiseChanged)
  }
}

const idsPerStatement = 1_000
