import { activeJobLimit } from '@dashboard/contract/limits'
import { type Db, isUniqueViolation } from '@dashboard/store/database/open-database'
import { insertJobs, type NewJob, TooManyJobs } from '@dashboard/store/jobs/insert-jobs'
import type { JobEngine } from '../engines/engine.ts'
import { fullName, type SignedInUser } from '../http/access-guard.ts'
import { conflict } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'

export type Starter = Pick<
  SignedInUser,
  'id' | 'firstName' | 'lastName' | 'username' | 'hasNamesake'
>

interface QueueDependencies {
  db: Db
  engine: JobEngine
}

export interface StartDependencies extends QueueDependencies {
  audit: Audit<'job.start'>
}

const auditedNames = 20

/** Queues jobs of one user as `queueJobs` does, and adds an entry to the audit log for each. */
export async function startJobs(
  { db, engine, audit }: StartDependencies,
  user: Starter,
  jobs: Omit<NewJob, 'createdBy'>[],
): Promise<void> {
  await queueJobs({ db, engine }, user, jobs, async (tx) => {
    for (const { id, type, targets = [] } of jobs) {
      const names = targets.slice(0, auditedNames)
      const details = { type, ...(targets.length > 0 && { targets: targets.length, names }) }
      await audit(tx, 'job.start', { subject: `job:${id}`, details })
    }
  })
}

/**
 * Queues jobs of one user, adds them to the audit log with `audit`, and passes those that can start to the engine.
 * Throws 409 for a second active export or import.
 */
export async function queueJobs(
  { db, engine }: QueueDependencies,
  user: Starter,
  jobs: Omit<NewJob, 'createdBy'>[],
  audit: (tx: Db) => Promise<void>,
): Promise<void> {
  const createdBy = { id: user.id, fullName: fullName(user) }
  try {
    await db.transaction().execute(async (tx) => {
      await insertJobs(
        tx,
        jobs.map((job) => ({ ...job, createdBy })),
        activeJobLimit,
      )
      await audit(tx)
    })
  } catch (error) {
    if (error instanceof TooManyJobs) throw conflict(describeLimit(error))
    if (isUniqueViolation(error)) throw conflict(await describeActive(db))
    throw error
  }
  for (const job of jobs) if (!job.dependsOn) engine.start(job.id)
}

function describeLimit({ isOwn }: TooManyJobs): string {
  const { perUser, inAll } = activeJobLimit
  return isOwn
    ? `You have ${perUser} jobs queued or running, which is the most at a time. Wait until one ends, or cancel one on the Monitor page.`
    : `There are ${inAll} jobs queued or running, which is the most at a time. Wait until some end, or cancel some on the Monitor page.`
}

/** Throws 409 while an import is queued or running. */
export async function refuseActiveImport(db: Db): Promise<void> {
  const active = await db
    .selectFrom('jobs')
    .select('id')
    .where('type', '=', 'import')
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (active) throw conflict(await describeActive(db, 'import'))
}

async function describeActive(db: Db, type?: 'import'): Promise<string> {
  const active = await db
    .selectFrom('jobs')
    .select(['type', 'createdBy'])
    .where('status', 'in', ['queued', 'running'])
    .where('type', 'in', type ? [type] : ['export', 'import'])
    .orderBy('sequence')
    .executeTakeFirst()
  const which = active?.type === 'import' ? 'An import' : 'An export'
  const by = active?.createdBy ? `, started by ${active.createdBy}` : ''
  return `${which} is already queued or running${by}. Wait until it ends, or cancel it on the Monitor page.`
}
