import { createHash, randomBytes } from 'node:crypto'
import { toIso } from '@dashboard/store/database/column-values'
import { databaseInstant, readDatabaseTime } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { SignInTicketRow } from '@dashboard/store/database/schema'
import { tooMany } from '../../http/app-error.ts'

const minuteMs = 60_000

/** What a ticket is good for, and how long. */
const lifetimes = {
  'second-step': 10 * minuteMs,
  'totp-setup': 30 * minuteMs,
  'passkey-setup': 10 * minuteMs,
  'passkey-sign-in': 5 * minuteMs,
  link: 15 * minuteMs,
} as const

export type TicketPurpose = keyof typeof lifetimes

/** Unused ones of one network: whoever asks for more waits until some have expired. */
const mostOfNetwork = 60

interface NewTicket {
  userId?: string
  data?: string
  /** Of who asks without a session. */
  network?: string
}

/** A new ticket, good once. It is kept as its hash only; expired ones of everybody go. Throws 429. */
export async function issueTicket(
  tx: Db,
  purpose: TicketPurpose,
  { userId, data, network }: NewTicket,
): Promise<string> {
  await tx.deleteFrom('sign_in_tickets').where('expiresAt', '<=', databaseInstant(tx)).execute()
  if (network !== undefined) await refuseTooMany(tx, network)
  const ticket = randomBytes(32).toString('base64url')
  const now = Date.parse(await readDatabaseTime(tx))
  await tx
    .insertInto('sign_in_tickets')
    .values({
      ...{ id: hashOf(ticket), purpose, expiresAt: toIso(now + lifetimes[purpose]) },
      ...{ userId: userId ?? null, data: data ?? null, network: network ?? null },
    })
    .execute()
  return ticket
}

/** The ticket if it is still good for this; it stays so. */
export function findTicket(
  db: Db,
  purpose: TicketPurpose,
  ticket: string,
): Promise<SignInTicketRow | undefined> {
  return db
    .selectFrom('sign_in_tickets')
    .selectAll()
    .where('id', '=', hashOf(ticket))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', databaseInstant(db))
    .executeTakeFirst()
}

/** The same, and it is good no longer. Of several who spend it at once, one is given it. */
export function spendTicket(
  tx: Db,
  purpose: TicketPurpose,
  ticket: string,
): Promise<SignInTicketRow | undefined> {
  return tx
    .deleteFrom('sign_in_tickets')
    .where('id', '=', hashOf(ticket))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', databaseInstant(tx))
    .returningAll()
    .executeTakeFirst()
}

async function refuseTooMany(tx: Db, network: string): Promise<void> {
  const { count } = await tx
    .selectFrom('sign_in_tickets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  if (count < mostOfNetwork) return
  throw tooMany('Too many sign-ins were begun from here. Please try again in a few minutes.', 60)
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}
