import { randomUUID } from 'node:crypto'
import { accountLinkHours } from '@dashboard/contract/limits'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { AccountLinkRow } from '@dashboard/store/database/openid-tables'
import type { UserRow } from '@dashboard/store/database/schema'
import { gone } from '../../http/app-error.ts'
import { hashSecret, newSecret } from '../secret-hash.ts'
import { deleteUnusedLinks, isInvited } from '../users-queries.ts'

const hourMs = 3_600_000

export interface NewLink {
  id: string
  kind: AccountLinkRow['kind']
  /** For the address; only its hash is kept. */
  token: string
  expiresAt: string
}

/** A link for the user, in place of earlier ones that were not used. */
export async function insertLink(tx: Db, user: UserRow, sentTo: string | null): Promise<NewLink> {
  await deleteUnusedLinks(tx, user.id)
  const kind = isInvited(user) ? 'invitation' : 'reset'
  const expiresAt = toIso(Date.now() + accountLinkHours[kind] * hourMs)
  const link = { id: randomUUID(), kind, token: newSecret(), expiresAt } as const
  await tx
    .insertInto('account_links')
    .values({
      id: link.id,
      userId: user.id,
      kind,
      tokenHash: hashSecret(link.token),
      expiresAt,
      // As an OpenID provider's addresses are compared.
      sentTo: sentTo?.toLowerCase() ?? null,
      createdAt: nowIso(),
    })
    .execute()
  return link
}

/** The link was not sent: that it is used says nothing about an address then. */
export async function noteNotSent(db: Db, id: string): Promise<void> {
  await db.updateTable('account_links').set({ sentTo: null }).where('id', '=', id).execute()
}

/** Whose link it is; throws 410 for one that is unknown, used, over or void. */
export async function findLink(db: Db, token: string) {
  const link = await db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.userId')
    .select(['account_links.kind', 'users.username', 'users.firstName'])
    .where('tokenHash', '=', hashSecret(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', databaseInstant(db))
    .where('users.isActive', '=', 1)
    .executeTakeFirst()
  if (!link) throw linkOver()
  return link
}

/** Uses a link up; answers whose it was and its kind. Throws 410, to all but one of many at once. */
export async function takeLink(tx: Db, token: string) {
  const link = await tx
    .updateTable('account_links')
    .set({ usedAt: databaseInstant(tx) })
    .where('tokenHash', '=', hashSecret(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', databaseInstant(tx))
    .returning(['userId', 'kind'])
    .executeTakeFirst()
  if (!link) throw linkOver()
  return link
}

export function linkOver(): Error {
  return gone(
    'This link was used, has expired, or a newer one has replaced it. If you have chosen a password, log in with it; otherwise ask an administrator for a new link.',
  )
}
