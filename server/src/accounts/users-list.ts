import type { UserQuery } from '@dashboard/contract/accounts'
import { pageLimit } from '@dashboard/contract/limits'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import { sql } from 'kysely'
import { type CursorValues, keysetAfter, readCursor, takePage } from '../http/page-cursor.ts'
import { containsText } from '../http/text-search.ts'
import { toUser } from './users-queries.ts'

type UserSort = NonNullable<UserQuery['sort']>
type UserFilter = Pick<UserQuery, 'q' | 'role' | 'status'>

const columns = ['createdAt', 'nameKey', 'usernameKey', 'role', 'inactive', 'signedIn'] as const
const sortedBy = {
  createdAt: 'createdAt',
  name: 'nameKey',
  username: 'usernameKey',
  role: 'role',
  status: 'inactive',
  lastSignInAt: 'signedIn',
} as const satisfies Record<string, (typeof columns)[number]>

function columnOf(sort: UserSort) {
  return sortedBy[sort.replace('-', '') as keyof typeof sortedBy]
}

/** Returns a page of the users, by default the newest first (docs/behavior.md#long-lists). */
export async function listUsers(db: Db, query: UserQuery) {
  const { limit = pageLimit.max, cursor, sort = '-createdAt', ...filter } = query
  const order = { list: 'users', sort }
  const column = columnOf(sort)
  const [rows, total] = await Promise.all([
    readUserPage(db, filter, { limit: limit + 1, sort, after: readCursor(order, 2, cursor) }),
    countUsers(db, filter),
  ])
  const page = takePage(rows, limit, order, (row): CursorValues => [row[column], row.id])
  return { users: page.rows.map(toUser), total, nextCursor: page.nextCursor }
}

interface UserPage {
  limit: number
  sort: UserSort
  after: CursorValues | undefined
}

function readUserPage(db: Db, filter: UserFilter, { limit, sort, after }: UserPage) {
  const isDescending = sort.startsWith('-')
  const order = [columnOf(sort), 'id'] as const
  const direction = isDescending ? 'desc' : 'asc'
  return chosenUsers(db, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(keysetAfter(order, after ?? [], { isDescending })),
    )
    .orderBy(order[0], direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

function countUsers(db: Db, filter: UserFilter): Promise<number> {
  return countRows(chosenUsers(db, filter))
}

function chosenUsers(db: Db, { q, role, status }: UserFilter) {
  // Adds the columns that pages are ordered by, none of them NULL: users who have never signed in come first.
  const sortable = db
    .selectFrom('users')
    .selectAll()
    .select([
      sql<string>`lower("firstName" || ' ' || "lastName")`.as('nameKey'),
      sql<number>`1 - "isActive"`.as('inactive'),
      sql<string>`coalesce("lastSignInAt", '')`.as('signedIn'),
    ])
  let query = db.selectFrom(sortable.as('users'))
  if (role !== undefined) query = query.where('role', '=', role)
  if (status !== undefined) query = query.where('inactive', '=', Number(status === 'inactive'))
  if (q) query = query.where(containsText(['nameKey', 'usernameKey'], q))
  return query
}
