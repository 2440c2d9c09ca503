import type { JobType } from '@dashboard/contract/jobs'
import { nowIso, toJson } from '../database/column-values.ts'
import { raiseVersion } from '../database/data-versions.ts'
import { type Db, inTransaction } from '../database/open-database.ts'
import { insertJobCircuits } from './job-circuits.ts'

export interface NewJob {
  id: string
  type: JobType
  targets?: readonly string[]
  /** Of which circuits a list of volunteers is; of all where it is left out. */
  circuits?: readonly string[] | undefined
  dependsOn?: string
  /** The import whose plan it makes or applies. */
  importId?: string | undefined
  /** The failed job whose work it does again. */
  retryOf?: string
  /** The id is `null` for what nobody starts, such as a schedule. */
  createdBy: { id: string | null; fullName: string } | null
}

/** How many jobs may be queued or running at a time. */
export interface ActiveJobLimit {
  /** Of whoever started the first of the new jobs. */
  perUser: number
  inAll: number
}

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
 * Queues jobs, all or none.
 * @throws TooManyJobs beyond the limit, and a unique violation for a second active export or import, and for
 *   a second active retry of a job.
 */
export async function insertJobs(
  db: Db,
  jobs: readonly NewJob[],
  limit?: ActiveJobLimit,
): Promise<void> {
  const now = nowIso()
  await inTransaction(db, async (tx) => {
    for (const job of jobs) {
      await tx
        .insertInto('jobs')
        .values({
          id: job.id,
          type: job.type,
          // Raised under a lock, so it numbers jobs in their order.
          sequence: await raiseVersion(tx, 'jobs'),
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
    // Counted after the version's lock is held, so that each of several concurrent calls counts the jobs before.
    if (limit) await requireRoom(tx, jobs[0]?.createdBy?.id, limit)
  })
}

async function requireRoom(
  tx: Db,
  userId: string | null | undefined,
  { perUser, inAll }: ActiveJobLimit,
): Promise<void> {
  const { own, all } = await tx
    .selectFrom('jobs')
    .where('status', 'in', ['queued', 'running'])
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
