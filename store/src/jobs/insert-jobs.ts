import type { JobType } from '@dashboard/contract/jobs'
import { nowIso, toJson } from '../database/column-values.ts'
import { lockVersion, raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { inTransaction } from '../database/transactions.ts'
import { insertJobCircuits } from './job-circuits.ts'
import { activeStatuses } from './list-jobs.ts'

export interface NewJob {
  id: string
  type: JobType
  targets?: readonly string[]
  /** Circuits of a list of volunteers; all circuits if left out. */
  circuits?: readonly string[] | undefined
  dependsOn?: string
  /** The import that the job plans or applies. */
  importId?: string | undefined
  retryOf?: string
  /** `id` is `null` for jobs that no user starts, such as those of a schedule. */
  createdBy: { id: string | null; fullName: string } | null
}

type JobLimit = Record<'perUser' | 'inAll', number>

/** Too many jobs would be active; none was queued. */
export class TooManyJobs extends Error {
  override name = 'TooManyJobs'
  readonly isOwn: boolean

  constructor(isOwn: boolean) {
    super(isOwn ? 'The user has too many active jobs' : 'There are too many active jobs')
    this.isOwn = isOwn
  }
}

/**
 * Queues all of the jobs or none. The limit for a user is that of the one who started the first of the new jobs.
 * @throws TooManyJobs beyond the limit, and a unique violation for a second active export or import
 * (`isSecondActive`), and for a second active retry of a job (`isSecondRetry`).
 */
export async function insertJobs(db: Db, jobs: readonly NewJob[], limit?: JobLimit): Promise<void> {
  const now = nowIso()
  await inTransaction(db, async (tx) => {
    // Only starting takes this lock, and takes it first: a transaction that waits here or for the one active export
    // holds nothing that the end of a job waits for.
    for (const job of jobs) {
      await tx
        .insertInto('jobs')
        .values({
          id: job.id,
          type: job.type,
          sequence: await lockVersion(tx, 'job-starts'),
          target: job.targets?.join(', ') ?? null,
          targets: toJson(job.targets ?? []),
          dependsOn: job.dependsOn ?? null,
          importId: job.importId ?? null,
          retryOf: job.retryOf ?? null,
          createdBy: job.createdBy?.fullName ?? null,
          createdById: job.createdBy?.id ?? null,
          createdAt: now,
          updatedAt: now,
        })
        .execute()
      await insertJobCircuits(tx, job.id, { ...job, targets: job.targets ?? [] })
    }
    // Counted while the lock is held, so that concurrent calls count each other's jobs.
    if (limit) await requireRoomForJobs(tx, jobs[0]?.createdBy?.id, limit)
    await raiseVersion(tx, 'jobs')
  })
}

async function requireRoomForJobs(
  tx: Db,
  userId: string | null | undefined,
  { perUser, inAll }: JobLimit,
): Promise<void> {
  const { own, all } = await tx
    .selectFrom('jobs')
    .where('status', 'in', activeStatuses)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere('createdById', '=', userId ?? null)
        .as('own'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(own) > perUser) throw new TooManyJobs(true)
  if (Number(all) > inAll) throw new TooManyJobs(false)
}
