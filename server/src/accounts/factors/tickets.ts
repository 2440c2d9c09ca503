import { minuteMs } from '@dashboard/contract/duration'
import { toIso } from '@dashboard/store/database/column-values'
import { databaseInstant, readDatabaseTime } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { SignInTicketRow } from '@dashboard/store/database/schema'
import { hashSecret, newSecret } from '../secret-hash.ts'

const lifetimes = {
  'second-step': 10 * minuteMs,
  'totp-setup': 30 * minuteMs,
  link: 15 * minuteMs,
} as const

export type TicketPurpose = keyof typeof lifetimes

/** Creates a ticket that can be used once. Only its hash is stored; expired tickets of all users are deleted. */
export async function issueTicket(
  tx: Db,
  purpose: TicketPurpose,
  { userId, data }: { userId: string; data?: string },
): Promise<string> {
  await deleteExpired(tx)
  const ticket = newSecret()
  const now = Date.parse(await readDatabaseTime(tx))
  await tx
    .insertInto('sign_in_tickets')
    .values({
      id: hashSecret(ticket),
      purpose,
      expiresAt: toIso(now + lifetimes[purpose]),
      userId,
      data: data ?? null,
    })
    .execute()
  return ticket
}

/** Returns the ticket if it is still valid for this purpose; it stays valid. */
export function findTicket(
  db: Db,
  purpose: TicketPurpose,
  ticket: string,
): Promise<SignInTicketRow | undefined> {
  return db
    .selectFrom('sign_in_tickets')
    .selectAll()
    .where('id', '=', hashSecret(ticket))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', databaseInstant(db))
    .executeTakeFirst()
}

/** Returns the ticket likewise, and uses it up. When several calls use one ticket at once, only one gets it. */
export function consumeTicket(
  tx: Db,
  purpose: TicketPurpose,
  ticket: string,
): Promise<SignInTicketRow | undefined> {
  return tx
    .deleteFrom('sign_in_tickets')
    .where('id', '=', hashSecret(ticket))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', databaseInstant(tx))
    .returningAll()
    .executeTakeFirst()
}

/** Records, until it expires, that a passkey's challenge was used; returns whether this is the first time. */
export async function recordChallenge(
  db: Db,
  challengeId: string,
  expiresAt: string,
): Promise<boolean> {
  const purpose = 'passkey-challenge'
  await deleteExpired(db)
  const first = await db
    .insertInto('sign_in_tickets')
    .values({ id: hashSecret(challengeId), purpose, userId: null, data: null, expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return first !== undefined
}

async function deleteExpired(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('expiresAt', '<=', databaseInstant(db)).execute()
}
