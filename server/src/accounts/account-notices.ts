import { randomUUID } from 'node:crypto'
import type { Role } from '@dashboard/contract/account-inputs'
import { type Flag, fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { insertNotice } from '@dashboard/store/notices/insert-notice'

interface Account {
  role: Role
  isActive: Flag
}

/**
 * Notifies all administrators that an account now belongs to an active administrator, whoever made the change: this is
 * the worst that a stolen session could do.
 */
export async function notifyOfAdministrator(
  tx: Db,
  before: Account | undefined,
  after: Account,
): Promise<void> {
  if (!isAdministrator(after) || (before && isAdministrator(before))) return
  await insertNotice(tx, {
    facts: { kind: 'administrator-made' },
    cause: `administrator-made:${randomUUID()}`,
    isForAdmins: true,
  })
}

function isAdministrator({ role, isActive }: Account): boolean {
  return role === 'admin' && fromFlag(isActive)
}

/** Notifies all administrators that one of them has set the password of another user, or has made a link to set it. */
export async function notifyOfPassword(tx: Db, how: 'password' | 'link'): Promise<void> {
  await insertNotice(tx, {
    facts: { kind: 'password-set', how },
    cause: `password-set:${randomUUID()}`,
    isForAdmins: true,
  })
}
