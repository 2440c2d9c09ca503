import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ImportOutdated } from '@dashboard/contract/imports'
import { readIsSampleExport, recordImport } from '@dashboard/store/automation-status'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { isConstraintViolation } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { inTransaction } from '@dashboard/store/database/transactions'
import { upsertRows } from '@dashboard/store/database/write-rows'
import { describeOutdated, findChangedVolunteers } from '@dashboard/store/imports/changed-since'
import { lockJob, renewLease } from '@dashboard/store/jobs/renew-lease'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import type { JobContext } from '../../job-context.ts'
import { JobError } from '../../job-errors.ts'
import { writtenCount } from '../planning/count-changes.ts'
import { detailKinds } from '../planning/detail-kinds.ts'
import type { ImportPlan } from '../planning/plan-import.ts'
import { completeImport } from './import-record.ts'
import { recordMonth } from './month-figures.ts'
import {
  deleteRows,
  deleteStaged,
  moveDetails,
  moveVolunteers,
  renewStatistics,
  replaceRawRows,
} from './move-stage.ts'
import type { StoredPlan } from './plan-file.ts'
import { findAffectedPlaces, updateContents } from './report-contents.ts'
import { findRespelled, respellPlaces } from './respell-places.ts'

/** An import that writes so many volunteers changes the sizes by which PostgreSQL chooses how to read. */
const manyVolunteers = 1_000

interface ImportEnd extends StoredPlan {
  at: string
  /** The import's row in the history. */
  entry: Pick<ImportRow, 'id' | 'number' | 'kind' | 'durationMs' | 'basedOn' | 'uploadedName'>
  /** When this job began to work on it, by a monotonic clock. */
  startedAt: number
  /** Whether an earlier job made the plan, so that data may have changed since. */
  isReviewed: boolean
}

/**
 * Writes an import in one transaction: everything or nothing, and nothing if the job has been cancelled or claimed by
 * another runner. `db` is the connection that has the stage.
 * @throws OutdatedPlan when a volunteer in a reviewed plan has changed.
 */
export async function applyImport(
  db: Db,
  { job, signal }: Pick<JobContext, 'job' | 'signal'>,
  end: ImportEnd,
): Promise<void> {
  const { at, entry, plan, result, isReviewed, sheetName } = end
  try {
    await inTransaction(db, async (tx) => {
      if (isReviewed) {
        const changed = await findChangedVolunteers(tx, entry)
        if (changed.volunteers > 0) throw new OutdatedPlan({ ...nothingChanged, ...changed })
      }
      const respelled = await findRespelled(tx, plan)
      const affected = await findAffectedPlaces(tx, plan, respelled)
      await writePlan(tx, plan, at, signal)
      // Batches sort by time.
      const batch = `${at} ${job.id}`
      await replaceRawRows(tx, { at, batch, sheetName }, signal)
      if (writtenCount(plan.counts) >= manyVolunteers) await renewStatistics(tx, signal)
      // An uploaded sheet is never sample data, whatever it contains: sample data are replaced without the guard.
      const isOwnSheet = entry.uploadedName !== null
      const isSampleData = result.isSampleSheet && !isOwnSheet && (await readIsSampleExport(tx))
      await recordImport(tx, { source: end.source, at, metadata: { ...plan.counts, isSampleData } })
      // Late, since jobs that add reports wait from here on.
      await respellPlaces(tx, respelled)
      if (!isSampleData) await recordMonth(tx, at)
      await updateContents(tx, affected, at)
      // The next scheduled sync would reverse the restore.
      if (entry.kind === 'restore') await pauseSchedules(tx, { reason: 'restore', at })
      await completeImport(tx, entry, job, { at, elapsedMs: performance.now() - end.startedAt })
      // Runs last: before it, a cancellation does not have to wait; afterwards, a cancelled job writes nothing
      // (decision 0004).
      if (!(await lockJob(tx, job.id, job.leaseOwner))) {
        throw new Error('The job was cancelled or given to another runner')
      }
      // On SQLite no heartbeat can be written during the transaction; the lease counts again after the commit.
      await renewLease(tx, job.id, job.leaseOwner)
      await yieldToSignals()
      signal.throwIfAborted()
    })
  } catch (error) {
    // A place or a volunteer with the same key has been added since.
    if (isReviewed && isConstraintViolation(error)) throw new OutdatedPlan(otherwiseChanged)
    throw error
  }
}

/**
 * Lets Node deliver signals that end the process: statements on SQLite follow each other without a turn of the event
 * loop. The second turn begins with the signals that arrived meanwhile.
 */
async function yieldToSignals(): Promise<void> {
  await yieldToEventLoop()
  await yieldToEventLoop()
}

/** Writes in an order in which every reference is valid: places are created first and removed last. */
async function writePlan(tx: Db, plan: ImportPlan, at: string, signal: AbortSignal): Promise<void> {
  const { places } = plan
  const options = { replaceBy: 'id', signal }
  await upsertRows(tx, 'circuits', plan.circuits, options)
  await upsertRows(tx, 'congregations', places.congregations, options)
  await upsertRows(tx, 'cart_locations', places.locations, options)
  await deleteRows(tx, 'volunteers', plan.removedVolunteerIds, signal)
  await moveVolunteers(tx, signal)
  for (const kind of detailKinds) {
    await deleteStaged(tx, kind, signal)
    await moveDetails(tx, kind, at, signal)
  }
  const removedCongregations = places.removedCongregations.map(({ id }) => id)
  await requireEmpty(tx, 'congregationId', removedCongregations)
  await requireEmpty(tx, 'circuitId', places.removedCircuitIds)
  await deleteRows(tx, 'cart_locations', places.removedLocationIds, signal)
  await deleteRows(tx, 'congregations', removedCongregations, signal)
  await deleteRows(tx, 'circuits', places.removedCircuitIds, signal)
  await raiseVersion(tx, 'volunteers')
}

/** The sheet, or a volunteer in the plan, has changed since the plan was made. */
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

/**
 * Checks that the places to remove are empty: volunteers who are still there would be deleted with them, without being
 * in the plan.
 * @throws OutdatedPlan
 */
async function requireEmpty(
  tx: Db,
  column: 'congregationId' | 'circuitId',
  ids: readonly string[],
): Promise<void> {
  for (const some of inBatches(ids)) {
    const there = await tx
      .selectFrom('volunteers')
      .select('id')
      .where(column, 'in', some)
      .limit(1)
      .executeTakeFirst()
    if (there) throw new OutdatedPlan(otherwiseChanged)
  }
}
