import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { appendedLog, changeJob, type Holder, isHeldBy } from './change-jobs.ts'
import { endJob } from './finish-job.ts'
import { isRunnerLost } from './renew-lease.ts'

export const maxAttempts = 3
/**
 * More than restarts can cause, even of many servers one after another; beyond it, something else, such as the system's
 * out-of-memory handling, repeatedly stops the runner.
 */
export const maxInterruptions = 20

/**
 * Changes running → queued without counting the try, because a signal stopped the runner or the database was
 * unavailable; changes to failed after `maxInterruptions`.
 */
export async function releaseJob(db: Db, job: OwnJob): Promise<Retried> {
  const holder = { owner: job.leaseOwner }
  const interruptions = job.interruptions + 1
  if (interruptions >= maxInterruptions) {
    const ended = await endJob(db, job.id, holder, {
      status: 'failed',
      error:
        'The job was interrupted again and again before it could finish. Tell an administrator.',
      details: `The job's process was asked to stop ${interruptions} times before it could finish, or lost the database. Find out what stops it on its machine, then retry the job.`,
      kind: 'interrupted',
    })
    return ended ? 'failed' : undefined
  }
  const changes = { attempts: job.attempts - 1, interruptions }
  const note = 'Interrupted; the job goes on soon.'
  return (await requeue(db, job.id, holder, note, changes)) ? 'queued' : undefined
}

/** A job as its runner claimed it. */
type OwnJob = Pick<JobRow, 'id' | 'attempts' | 'interruptions'> & { leaseOwner: string }

/**
 * Changes running → queued, or → failed after the last try, because the runner ended without finishing the job. A
 * runner that has renewed the lease since the job was read still owns the job.
 */
export async function retryLostJob(
  db: Db,
  job: Pick<JobRow, 'id' | 'leaseOwner' | 'leaseExpiresAt' | 'attempts'>,
): Promise<Retried> {
  const { id, leaseOwner: owner, leaseExpiresAt, attempts } = job
  if (owner === null || !(await isRunnerLost(db, job))) return undefined
  const holder = { owner, leaseExpiresAt }
  if (attempts >= maxAttempts) {
    const error = `The job stopped unexpectedly ${maxAttempts} times. Retry it, or read its log for the reason.`
    const ended = await endJob(db, id, holder, { status: 'failed', error, kind: 'interrupted' })
    return ended ? 'failed' : undefined
  }
  const note = `The job stopped unexpectedly; try ${attempts + 1} of ${maxAttempts} follows.`
  return (await requeue(db, id, holder, note)) ? 'queued' : undefined
}

type Retried = 'queued' | 'failed' | undefined

async function requeue(
  db: Db,
  id: string,
  holder: Holder,
  note: string,
  changes: { attempts?: number; interruptions?: number } = {},
): Promise<boolean> {
  const requeued = {
    ...changes,
    status: 'queued',
    leaseOwner: null,
    leaseExpiresAt: null,
    step: null,
    retrying: null,
    logs: appendedLog(`${note}\n`),
  } as const
  return changeJob(db, id, requeued, isHeldBy(holder))
}
