import { randomUUID } from 'node:crypto'
import type { Role } from '@dashboard/contract/account-inputs'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { type Job, jobEnd, mayRetry } from '@dashboard/contract/jobs'
import type { Db } from '@dashboard/store/database/open-database'
import { type ScopedDb, scopeOf } from '@dashboard/store/database/scoped-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { deleteCompletedJobs, deleteEndedJob } from '@dashboard/store/jobs/delete-jobs'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { activeStatuses } from '@dashboard/store/jobs/list-jobs'
import { findReportedTargets } from '@dashboard/store/reports/stored-reports'
import type { EngineLog, JobEngine, ProcessEngine } from '../engines/job-engine.ts'
import { fullName, type SignedInUser } from '../http/access-check.ts'
import { conflict, notFound, outsideScope, roleRefused } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { findActiveRetry, findJob, listChangeable, readWork } from './jobs-queries.ts'
import { isChangeable } from './limited-jobs.ts'
import { queueJobs } from './queue-jobs.ts'

export interface JobsDependencies {
  db: Db
  /** The jobs that the caller may see. */
  visible: ScopedDb
  role: Role
  engine: JobEngine
  importEngine: ProcessEngine
  log: EngineLog
}

/** What a change needs, including what adds it to the audit log. */
interface Audited<Action extends AuditAction> {
  audit: Audit<Action>
}

/** Returns one job with its log; throws 404. */
export async function requireJob(
  { visible, role }: Pick<JobsDependencies, 'visible' | 'role'>,
  id: string,
): Promise<Job> {
  const job = await findJob(visible, role, id)
  if (!job) throw notFound('Job')
  return job
}

/** Returns a job that the caller may change; throws 404, and 409 when a limited user would change a sync. */
async function requireChangeable(
  dependencies: Pick<JobsDependencies, 'visible' | 'role'>,
  id: string,
): Promise<Job> {
  const job = await requireJob(dependencies, id)
  if (!isChangeable(dependencies.visible, job)) throw outsideScope()
  return job
}

/** Cancels one job: its row fails at once, its process or run is stopped after that. Throws 404, 409. */
export async function cancelOne(
  dependencies: JobsDependencies & Audited<'job.cancel'>,
  id: string,
  user: SignedInUser,
): Promise<Job> {
  await requireChangeable(dependencies, id)
  if (!(await cancelDespiteImport(dependencies, id, user))) {
    const end = jobEnd(await requireJob(dependencies, id))
    if (end === 'cancelled') throw conflict('The job has already been cancelled.')
    throw conflict(`The job has already ${end === 'completed' ? 'completed' : 'failed'}.`)
  }
  stopInBackground(dependencies, id)
  return requireJob(dependencies, id)
}

/** Cancels all queued and running jobs, the newest first, and returns how many there were. */
export async function cancelAll(
  dependencies: JobsDependencies & Audited<'job.cancel' | 'job.cancel-all'>,
  user: SignedInUser,
): Promise<number> {
  const { db, visible, audit } = dependencies
  const ids = await listChangeable(visible, activeStatuses)
  let cancelled = 0
  // Dependent jobs come first, so that none is left whose dependency is already cancelled.
  for (const id of ids.reverse()) {
    if (await cancelDespiteImport(dependencies, id, user)) {
      cancelled += 1
      stopInBackground(dependencies, id)
    }
  }
  // Each cancellation is a separate change with a separate entry.
  if (cancelled > 0) await audit(db, 'job.cancel-all', { details: { jobs: cancelled } })
  return cancelled
}

/** A cancellation that waits longer than this waits for the transaction of the job's own import. */
const waitsForImportMs = 300

/**
 * Cancels a job despite its import's transaction, which holds the lock of the job's row (on SQLite, the only lock for
 * writing). The runner is stopped; it writes nothing and leaves the job queued, which is then cancelled at once.
 */
async function cancelDespiteImport(
  dependencies: JobsDependencies & Audited<'job.cancel'>,
  id: string,
  user: SignedInUser,
): Promise<boolean> {
  const timer = setTimeout(() => stopInBackground(dependencies, id), waitsForImportMs)
  const { db, audit } = dependencies
  const cancelling = inTransaction(db, async (tx) => {
    const isCancelled = await cancelJob(tx, id, fullName(user))
    if (isCancelled) await audit(tx, 'job.cancel', { subject: `job:${id}` })
    return isCancelled
  })
  return cancelling.finally(() => clearTimeout(timer))
}

/**
 * Queues a failed job's work again as a new job of this user, who needs the same rights as for a first start; while
 * another job repeats it already, returns that one. Throws 404, 403, and 409 when the job has not failed.
 */
export async function retryOne(
  dependencies: JobsDependencies & Audited<'job.retry'>,
  id: string,
  { user, failedOnly }: { user: SignedInUser; failedOnly: boolean },
): Promise<string> {
  const { db } = dependencies
  const job = await requireChangeable(dependencies, id)
  if (job.status !== 'failed') throw conflict('Only a failed job can be tried again.')
  requireMayRetry(job, user)
  const made = failedOnly ? await findReportedTargets(db, id) : new Set<string>()
  const work = await readWork(db, id)
  const targets = work.targets.filter((target) => !made.has(target))
  if (failedOnly && targets.length === 0) {
    throw conflict('Every report of this job has been made; there is nothing to retry.')
  }
  const jobId = randomUUID()
  const details = { of: id, type: job.type, targets: targets.length, failedOnly }
  const retry = {
    id: jobId,
    type: job.type,
    targets,
    retryOf: id,
    importId: work.importId ?? undefined,
  }
  try {
    await queueJobs(dependencies, user, [retry], {
      // A file that a user has uploaded moves to the new job.
      prepare: async (tx) => {
        await tx.updateTable('uploaded_sheets').set({ jobId }).where('jobId', '=', id).execute()
      },
      audit: (tx) => dependencies.audit(tx, 'job.retry', { subject: `job:${jobId}`, details }),
    })
    return jobId
  } catch (error) {
    // The job is repeated already; a unique index refuses a second one.
    const first = await findActiveRetry(db, id)
    if (first === undefined) throw error
    return first
  }
}

/** Throws 403 or 409 for a failed job that this caller may not start again. */
function requireMayRetry(job: Job, caller: SignedInUser): void {
  if (mayRetry(job, caller)) return
  switch (job.retryableBy) {
    case 'administrators':
      throw roleRefused()
    case 'starter':
      throw conflict('Somebody else has uploaded this file. Upload it yourself to import it.')
    default:
      throw conflict(
        job.type === 'volunteer-list'
          ? 'A list is not retried: export it again on the Volunteers page.'
          : jobEnd(job) === 'notRun'
            ? `The export before this ${job.type} did not complete: run the sync again.`
            : 'An administrator has to confirm these changes again, on the page of this import.',
      )
  }
}

/** Removes a job that has ended. Throws 404, and 409 while it is active. */
export async function dismissOne(
  dependencies: Pick<JobsDependencies, 'db' | 'visible' | 'role'> & Audited<'job.dismiss'>,
  id: string,
): Promise<void> {
  const { db, audit } = dependencies
  const { type, status } = await requireChangeable(dependencies, id)
  await inTransaction(db, async (tx) => {
    if (!(await deleteEndedJob(tx, id))) {
      throw conflict('The job is still active. Cancel it before dismissing it.')
    }
    await audit(tx, 'job.dismiss', { subject: `job:${id}`, details: { type, status } })
  })
}

/** Removes all completed jobs that the caller may change, and returns how many. */
export async function clearCompleted({
  db,
  visible,
  audit,
}: Pick<JobsDependencies, 'db' | 'visible'> & Audited<'jobs.clear'>): Promise<number> {
  const isLimited = scopeOf(visible).circuits !== null
  const chosen = isLimited ? await listChangeable(visible, ['completed']) : undefined
  return inTransaction(db, async (tx) => {
    const cleared = await deleteCompletedJobs(tx, chosen)
    if (cleared > 0) await audit(tx, 'jobs.clear', { details: { jobs: cleared } })
    return cleared
  })
}

function stopInBackground({ importEngine, log }: JobsDependencies, jobId: string): void {
  importEngine
    .stop(jobId)
    .catch((err: unknown) => log.warn({ err, jobId }, 'A cancelled job could not be stopped'))
}
