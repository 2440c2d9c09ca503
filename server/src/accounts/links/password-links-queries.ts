import { randomUUID } from 'node:crypto'
import { hourMs } from '@dashboard/contract/duration'
import { passwordLinkHours } from '@dashboard/contract/limits'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { PasswordLinkRow, UserRow } from '@dashboard/store/database/schema'
import { type AppError, gone } from '../../http/app-error.ts'
import { hashSecret, newSecret } from '../secret-hash.ts'
import { deleteUnusedLinks, isInvited } from '../users-queries.ts'

export interface NewLink {
  id: string
  kind: PasswordLinkRow['kind']
  /** The secret for the link's address; only its hash is stored. */
  token: string
  expiresAt: string
}

/** Creates a link for the user; earlier links that were not used stop working. */
export async function insertLink(tx: Db, user: UserRow, sentTo: string | null): Promise<NewLink> {
  await deleteUnusedLinks(tx, user.id)
  const kind = isInvited(user) ? 'invitation' : 'reset'
  const expiresAt = toIso(Date.now() + passwordLinkHours[kind] * hourMs)
  const link = { id: randomUUID(), kind, token: newSecret(), expiresAt } as const
  await tx
    .insertInto('account_links')
    .values({
      id: link.id,
      userId: user.id,
      kind,
      tokenHash: hashSecret(link.token),
      expiresAt,
      // In lower case, since the addresses of an OpenID provider are compared so.
      sentTo: sentTo?.toLowerCase() ?? null,
      createdAt: nowIso(),
    })
    .execute()
  return link
}

/** Records that the link was not sent by e-mail: its use then proves nothing about an address. */
export async function recordNotSent(db: Db, id: string): Promise<void> {
  await db.updateTable('account_links').set({ sentTo: null }).where('id', '=', id).execute()
}

/** Returns the link and its user; throws 410 for a link that is unknown, used, expired or void. */
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

/** Uses up a link; returns its user and its kind. When several calls use one link at once, all but one throw 410. */
export async function consumeLink(tx: Db, token: string) {
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

export function linkOver(): AppError {
  return gone(
    'This link was used, has expired, or a newer one has replaced it. If you have chosen a password, log in with it; otherwise ask an administrator for a new link.',
  )
}
