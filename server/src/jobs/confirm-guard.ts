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
import type { z } from 'zod'
import { fullName } from '../http/access-check.ts'
import { conflict } from '../http/app-error.ts'
import type { Starter } from './starter.ts'

/** The numbers with which an administrator confirms changes that the guard has stopped. They hold for one attempt. */
export type Confirmation = z.infer<NonNullable<typeof applyImport.body>>

/**
 * Marks the plan as taken by this job, so that the confirmation is valid for that job only, and returns the numbers that
 * were confirmed. Throws 409 for changes that the guard has stopped and the caller has not confirmed.
 */
export async function takePlan(
  tx: Db,
  plan: ImportRow,
  { id, caller, confirmed }: { id: string; caller: Starter; confirmed: Confirmation },
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
  { role }: Pick<Starter, 'role'>,
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
    return `replace ${countOf(replacements, 'value')} of ${listNames(kinds, kinds.length)} by others`
  },
}
