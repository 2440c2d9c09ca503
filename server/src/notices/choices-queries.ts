import type { NoticeTopic } from '@dashboard/contract/notice-inputs'
import { fromJson, fromJsonOr, nowIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { type Scope, scopeOfUser } from '@dashboard/store/database/scope'

interface Choices {
  emailAddress: string | null
  topics: NoticeTopic[]
}

/** Returns which notices a user gets by e-mail, and at which address; none until the user chooses some. */
export async function readChoices(db: Db, userId: string): Promise<Choices> {
  const row = await db
    .selectFrom('notice_choices')
    .select(['emailAddress', 'topics'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return {
    emailAddress: row?.emailAddress ?? null,
    topics: fromJsonOr<NoticeTopic[]>(row?.topics ?? null, []),
  }
}

export async function saveChoices(db: Db, userId: string, choices: Choices): Promise<void> {
  const values = {
    emailAddress: choices.emailAddress,
    topics: toJson(choices.topics),
    updatedAt: nowIso(),
  }
  await db
    .insertInto('notice_choices')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute()
}

export interface Subscriber extends Choices {
  userId: string
  role: 'admin' | 'user'
  /** When the account was created: earlier notices are not sent. */
  createdAt: string
}

/** Returns active users with an address who have chosen some notices. */
export async function readSubscribers(db: Db): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('notice_choices')
    .innerJoin('users', 'users.id', 'notice_choices.userId')
    .select(['userId', 'role', 'emailAddress', 'topics', 'users.createdAt'])
    .where('users.isActive', '=', 1)
    .where('emailAddress', 'is not', null)
    .execute()
  return rows.map((row) => ({ ...row, topics: fromJson<NoticeTopic[]>(row.topics) }))
}

/** Who is sent a message, and what it may contain. */
export interface Recipient {
  /** The address of an e-mail; other channels have none. */
  address: string | undefined
  scope: Scope
  isAdmin: boolean
  topics: readonly NoticeTopic[]
}

/** Returns a user as the recipient of e-mail; `undefined` for one who is inactive or gone, or has no address. */
export async function findRecipient(db: Db, userId: string | null): Promise<Recipient | undefined> {
  if (userId === null) return undefined
  const row = await db
    .selectFrom('notice_choices')
    .innerJoin('users', 'users.id', 'notice_choices.userId')
    .select(['emailAddress', 'topics', 'role', 'circuits'])
    .where('userId', '=', userId)
    .where('users.isActive', '=', 1)
    .executeTakeFirst()
  if (!row || row.emailAddress === null) return undefined
  return {
    address: row.emailAddress,
    scope: scopeOfUser(row),
    isAdmin: row.role === 'admin',
    topics: fromJson<NoticeTopic[]>(row.topics),
  }
}
