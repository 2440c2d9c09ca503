import type { UpdateUserInput } from '@dashboard/contract/account-inputs'
import type { AuditDetails } from '@dashboard/contract/audit'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { UserRow } from '@dashboard/store/database/schema'
import { circuitsOf } from './users-queries.ts'

type Before = Pick<UserRow, 'username' | 'firstName' | 'lastName' | 'role'> &
  Partial<Pick<UserRow, 'isActive' | 'circuits'>>

/**
 * Returns what a change of an account changed, for the audit log: the names of the fields, and the values of those that
 * matter.
 */
export function describeChanges(
  before: Before,
  changes: UpdateUserInput,
): AuditDetails & { fields: string[] } {
  const isActive = before.isActive === undefined ? undefined : fromFlag(before.isActive)
  const was: UpdateUserInput = {
    ...before,
    isActive,
    circuits: circuitsOf(before.circuits ?? null),
  }
  const keys = ['username', 'firstName', 'lastName', 'role', 'isActive', 'circuits'] as const
  const isChanged = (key: (typeof keys)[number]) =>
    changes[key] !== undefined && JSON.stringify(changes[key]) !== JSON.stringify(was[key])
  const fields = keys.filter(isChanged)
  const decisive = fields.filter((key) => key !== 'firstName' && key !== 'lastName')
  return {
    fields,
    ...Object.fromEntries(decisive.map((key) => [key, { from: was[key], to: changes[key] }])),
  }
}
