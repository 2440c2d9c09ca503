import { activeJobLimit } from '@dashboard/contract/limits'
import { isSecondActive, isSecondRetry } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { insertJobs, type NewJob, TooManyJobs } from '@dashboard/store/jobs/insert-jobs'
import type { JobEngine } from '../engines/job-engine.ts'
import { fullName, type SignedInUser } from '../http/access-check.ts'
import { conflict } from '../http/app-error.ts'
import { type Audit, auditedNames } from '../http/audit-trail.ts'
import { type Confirmation, describeActive, requireMayStart } from './require-may-start.ts'

interface QueueDependencies {
  db: Db
  engine: JobEngine
}

export interface StartDependencies extends QueueDependencies {
  audit: Audit<'job.start'>
}

/** Queues jobs of one user as `queueJobs` does, and adds an entry to the audit log for each. */
export async function startJobs(
  { db, engine, audit }: StartDependencies,
  user: SignedInUser,
  jobs: Omit<NewJob, 'createdBy'>[],
): Promise<void> {
  await queueJobs({ db, engine }, user, jobs, {
    audit: async (tx) => {
      for (const { id, type, targets = [] } of jobs) {
        const names = targets.slice(0, auditedNames)
        const details = { type, ...(targets.length > 0 && { targets: targets.length, names }) }
        await audit(tx, 'job.start', { subject: `job:${id}`, details })
      }
    },
  })
}

interface Queueing {
  /** Stores what the jobs need beside their rows. */
  prepare?(tx: Db): Promise<void>
  confirmed?: Confirmation
  /** Adds the jobs to the audit log, with the numbers that the caller has confirmed. */
  audit(tx: Db, confirmed: Confirmation): Promise<void>
}

/**
 * Queues jobs of one user, if the user may start them, and passes those that can start to the engine. Throws 409 for a
 * second active export, import or retry of a job, and what `requireMayStart` throws.
 */
export async function queueJobs(
  { db, engine }: QueueDependencies,
  user: SignedInUser,
  jobs: Omit<NewJob, 'createdBy'>[],
  { prepare, confirmed = {}, audit }: Queueing,
): Promise<void> {
  const createdBy = { id: user.id, fullName: fullName(user) }
  try {
    await inTransaction(db, async (tx) => {
      await insertJobs(
        tx,
        jobs.map((job) => ({ ...job, createdBy })),
        activeJobLimit,
      )
      await prepare?.(tx)
      await audit(tx, await requireMayStart(tx, user, jobs, confirmed))
    })
  } catch (error) {
    if (error instanceof TooManyJobs) throw conflict(describeLimit(error))
    if (isSecondActive(error)) throw conflict(await describeActive(db, ['export', 'import']))
    if (isSecondRetry(error)) throw conflict('The job was being retried already.')
    throw error
  }
  for (const job of jobs) if (!job.dependsOn) engine.start(job.id)
}

function describeLimit({ isOwn }: TooManyJobs): string {
  const { perUser, inAll } = activeJobLimit
  return isOwn
    ? `You have ${perUser} jobs queued or running, the maximum at a time. Wait until one ends, or cancel one on the Monitor page.`
    : `There are ${inAll} jobs queued or running, the maximum at a time. Wait until some end, or cancel some on the Monitor page.`
}
