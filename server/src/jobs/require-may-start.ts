import { countOf, formatCount } from '@dashboard/contract/counts'
import {
  type applyImport,
  ImportGuard,
  removesTooMany,
  replacedWords,
} from '@dashboard/contract/imports'
import { listNames, listTitles } from '@dashboard/contract/name-list'
import { fromJson, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { scopeOfUser } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { NewJob } from '@dashboard/store/jobs/insert-jobs'
import { selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import type { z } from 'zod'
import { fullName, type SignedInUser } from '../http/access-check.ts'
import { conflict, outsideScope, roleRefused, sessionEnded } from '../http/app-error.ts'
import { isChangeable } from './limited-jobs.ts'

/** Decides what a person may start, for every call that starts, repeats, resumes, applies or confirms a job. */

/** The numbers with which an administrator confirms changes that the guard has stopped. They hold for one attempt. */
export type Confirmation = z.infer<NonNullable<typeof applyImport.body>>

/**
 * Throws unless this caller may start these jobs now: 401 for a user who is gone, 403 for the role, 409 for the caller's
 * circuits, for the state of the import, and for changes that the guard has stopped and the call does not confirm. Runs
 * in the transaction that has queued the jobs, which holds the lock of the job list. Marks the plan of an import as taken
 * by its job, so that the confirmation is good for that job only, and returns the numbers that were confirmed.
 */
export async function requireMayStart(
  tx: Db,
  starter: SignedInUser,
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
  caller: SignedInUser,
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

/**
 * Marks the plan as taken by this job, so that the confirmation is valid for that job only, and returns the numbers that
 * were confirmed. Throws 409 for changes that the guard has stopped and the caller has not confirmed.
 */
async function takePlan(
  tx: Db,
  plan: ImportRow,
  { id, caller, confirmed }: { id: string; caller: SignedInUser; confirmed: Confirmation },
): Promise<Confirmation> {
  if (plan.state === 'planning') {
    throw conflict('Review again: this review was interrupted.')
  }
  const guard = plan.guard === null ? null : ImportGuard.parse(fromJson(plan.guard))
  const asked = guard?.isStopped ? numbersAskedBy(guard) : {}
  if (guard?.isStopped) requireConfirmed(guard, caller, { asked, confirmed })
  const confirmedBy = guard?.isStopped ? fullName(caller) : null
  await tx
    .updateTable('imports')
    .set({ applyJobId: id, guard: guard && toJson({ ...guard, confirmedBy }) })
    .where('id', '=', plan.id)
    .execute()
  return asked
}

function numbersAskedBy(guard: ImportGuard): Confirmation {
  return {
    ...(removesTooMany(guard) && { removals: guard.removals }),
    ...(guard.columns.length > 0 && { erasures: guard.erasures }),
    ...(guard.replacements > 0 && { replacements: guard.replacements }),
  }
}

/** Throws 409 naming the numbers, unless this administrator has confirmed them. */
function requireConfirmed(
  guard: ImportGuard,
  { role }: Pick<SignedInUser, 'role'>,
  { asked, confirmed }: { asked: Confirmation; confirmed: Confirmation },
): void {
  const names = Object.keys(asked) as (keyof Confirmation)[]
  const consequence = names.map((name) => consequences[name](guard)).join(' and ')
  if (role !== 'admin' || names.some((name) => confirmed[name] === undefined)) {
    const numbers = Object.values(asked).join(' and ')
    throw conflict(
      `This import would ${consequence}. An administrator has to confirm it with the ${names.length === 1 ? 'number' : 'numbers'} ${numbers}.`,
    )
  }
  const wrong = names.find((name) => confirmed[name] !== asked[name])
  if (wrong !== undefined) {
    const number = formatCount(confirmed[wrong] ?? 0)
    throw conflict(`This import would ${consequences[wrong](guard)}, not ${number}.`)
  }
}

const consequences: Record<keyof Confirmation, (guard: ImportGuard) => string> = {
  removals: ({ removals }) => `remove ${countOf(removals, 'volunteer')}`,
  erasures: ({ erasures, columns }) =>
    `erase ${countOf(erasures, 'value')} of ${listTitles(columns.map(({ column }) => column))}`,
  replacements: ({ replacements, replaced }) => {
    const kinds = replaced.map(({ kind }) => replacedWords[kind])
    return `replace ${countOf(replacements, 'value')} of ${listNames(kinds, kinds.length)} with others`
  },
}
