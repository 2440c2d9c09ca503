import type { CreateUserInput, UpdateUserInput } from '@dashboard/contract/account-inputs'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { listCircuitNames } from '@dashboard/store/report-targets'
import { badRequest } from '../http/app-error.ts'
import { refuseUnknown } from '../http/unknown-names.ts'
import { circuitsOf } from './users-queries.ts'

/** Which circuits users may be limited to (docs/behavior.md#limited-users). */

type Limit = Pick<CreateUserInput, 'role' | 'circuits'>

/** Throws 400 for an administrator who would be limited, and for circuits that do not exist. */
export async function requireKnownCircuits(
  tx: Db,
  { role, circuits }: Limit,
  before: readonly string[] = [],
): Promise<void> {
  if (circuits === null) return
  if (role === 'admin') {
    const message = 'An administrator looks after all circuits'
    throw badRequest(message, [{ path: 'circuits', message }])
  }
  refuseUnknown('circuit', circuits, [...(await listCircuitNames(tx)), ...before])
}

/**
 * The changes with the limit that follows from them: who becomes an administrator looks after all circuits.
 * Circuits that the user had before may stay, whether they are there now or not. Throws 400.
 */
export async function withRightLimit(
  tx: Db,
  before: UserRow,
  changes: UpdateUserInput,
): Promise<UpdateUserInput> {
  const role = changes.role ?? before.role
  const had = circuitsOf(before.circuits)
  if (changes.circuits)
    await requireKnownCircuits(tx, { role, circuits: changes.circuits }, had ?? [])
  return role === 'admin' && had !== null ? { ...changes, circuits: null } : changes
}
