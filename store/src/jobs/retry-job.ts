import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { appendedLog, changeJob, type Holder, isHeldBy } from './change-jobs.ts'
import { endJob } from './finish-job.ts'
import { isRunnerLost } from './renew-lease.ts'

export const maxAttempts = 3

/**
 * Changes running → queued, because a signal stopped the runner or the database was unavailable, which does not count
 * as a try unless `countsAsTry` is set. Returns whether the runner still owned the job.
 */
export async function releaseJob(
  db: Db,
  { id, attempts, leaseOwner }: Pick<JobRow, 'id' | 'attempts'> & { leaseOwner: string },
  { countsAsTry = false } = {},
): Promise<boolean> {
  const note = 'Interrupted; the job continues soon.'
  const changes = { attempts: countsAsTry ? attempts : attempts - 1 }
  return requeue(db, id, { owner: leaseOwner }, note, changes)
}

/**
 * Changes running → queued, or → failed after the last try, because the runner ended without finishing the job. A
 * runner that has renewed the lease since the job was read still owns the job.
 */
export async function retryLostJob(
  db: Db,
  job: Pick<JobRow, 'id' | 'leaseOwner' | 'leaseExpiresAt' | 'attempts'>,
): Promise<'queued' | 'failed' | undefined> {
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

async function requeue(
  db: Db,
  id: string,
  holder: Holder,
  note: string,
  changes: { attempts?: number } = {},
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
