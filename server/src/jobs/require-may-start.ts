import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { scopeOfUser } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { NewJob } from '@dashboard/store/jobs/insert-jobs'
import { selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import { conflict, outsideScope, roleRefused, sessionEnded } from '../http/app-error.ts'
import { type Confirmation, takePlan } from './confirm-guard.ts'
import { isChangeable } from './limited-jobs.ts'
import type { Starter } from './starter.ts'

/** Decides what a person may start, for every call that starts, repeats, resumes, applies or confirms a job. */

/**
 * Throws unless this caller may start these jobs now: 401 for a user who is gone, 403 for the role, 409 for the caller's
 * circuits, for the state of the import, and for changes that the guard has stopped and the call does not confirm. Runs
 * in the transaction that has queued the jobs, which holds the lock of the job list. Marks the plan of an import as taken
 * by its job, so that the confirmation is good for that job only, and returns the numbers that were confirmed.
 */
export async function requireMayStart(
  tx: Db,
  starter: Starter,
  jobs: readonly Omit<NewJob, 'createdBy'>[],
  confirmed: Confirmation,
): Promise<Confirmation> {
  // The caller's rights as they are now: the transaction may have waited for others.
  const rights = await tx
    .selectFrom('users')
    .select(['role', 'circuits'])
    .where('id', '=', starter.id)
    .where('isActive', '=', 1)
    .executeTakeFirst()
  if (!rights) throw sessionEnded()
  const caller = { ...starter, ...rights }
  await requireScope(tx, caller, jobs)
  let numbers: Confirmation = {}
  for (const { id, type, importId } of jobs) {
    if (type === 'review') await refuseActiveImport(tx)
    if (importId === undefined) continue
    const plan = await tx
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', importId)
      .executeTakeFirst()
    if (!plan) throw conflict('Review again: this review is no longer kept.')
    if (plan.sourceImportId !== null && caller.role !== 'admin') throw roleRefused()
    await requireFree(tx, plan, id)
    if (type === 'import') numbers = await takePlan(tx, plan, { id, caller, confirmed })
  }
  return numbers
}

/** A limited user starts only jobs that the user may also see and change. */
async function requireScope(
  tx: Db,
  caller: Starter,
  jobs: readonly Pick<NewJob, 'id'>[],
): Promise<void> {
  const scope = scopeOfUser(caller)
  if (scope.circuits === null) return
  const visible = within(tx, scope)
  const ids = jobs.map(({ id }) => id)
  const seen = await visible
    .selectFrom('jobs')
    .select(['id', 'type'])
    .where('id', 'in', ids)
    .execute()
  if (seen.filter((job) => isChangeable(visible, job)).length < ids.length) throw outsideScope()
}

/** Throws 409 for an import that is written, and while another job works on it. */
async function requireFree(tx: Db, plan: ImportRow, jobId: string): Promise<void> {
  if (plan.state === 'completed') throw conflict('These changes have been imported already.')
  const active = await selectActiveJobs(tx)
    .where(({ or, eb }) =>
      or([eb('importId', '=', plan.id), eb('id', 'in', [plan.planJobId, plan.applyJobId ?? ''])]),
    )
    .where('id', '!=', jobId)
    .executeTakeFirst()
  if (active) throw conflict('A job is still working on these changes. Wait until it ends.')
}

/** Throws 409 while an import is queued or running. */
async function refuseActiveImport(tx: Db): Promise<void> {
  const active = await selectActiveJobs(tx).where('type', '=', 'import').executeTakeFirst()
  if (active) throw conflict(await describeActive(tx, ['import']))
}

/** Returns which job of these types is queued or running, and who has started it. */
export async function describeActive(
  db: Db,
  types: readonly ('export' | 'import')[],
): Promise<string> {
  const active = await selectActiveJobs(db)
    .select(['type', 'createdBy'])
    .where('type', 'in', types)
    .orderBy('sequence')
    .executeTakeFirst()
  const by = active?.createdBy ? `, started by ${active.createdBy}` : ''
  return `An ${active?.type ?? 'export'} is already queued or running${by}. Wait until it ends, or cancel it on the Monitor page.`
}
