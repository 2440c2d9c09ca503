import type { UserQuery } from '@dashboard/contract/accounts'
import { pageLimit } from '@dashboard/contract/limits'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import { sql } from 'kysely'
import { readPage } from '../http/page-cursor.ts'
import { containsText } from '../http/text-search.ts'
import { toUser } from './users-queries.ts'

const sortedBy = {
  createdAt: 'createdAt',
  name: 'nameKey',
  username: 'usernameKey',
  role: 'role',
  status: 'inactive',
  lastSignInAt: 'signedIn',
}

/** Returns a page of the users, by default the newest first (docs/behavior.md#long-lists). */
export async function listUsers(db: Db, query: UserQuery) {
  const { limit = pageLimit.max, cursor, sort = '-createdAt', ...filter } = query
  const column = sortedBy[sort.replace('-', '') as keyof typeof sortedBy]
  const chosen = chooseUsers(db, filter)
  const [{ rows, nextCursor }, total] = await Promise.all([
    readPage(chosen, { list: 'users', sort, columns: [column, 'id'] }, { limit, cursor }),
    countRows(chosen),
  ])
  return { users: rows.map(toUser), total, nextCursor }
}

function chooseUsers(db: Db, { q, role, status }: Pick<UserQuery, 'q' | 'role' | 'status'>) {
  // Adds the columns that pages are ordered by, none of them NULL: users who have never signed in come first.
  const sortable = db
    .selectFrom('users')
    .selectAll()
    .select([
      sql<string>`lower("firstName" || ' ' || "lastName")`.as('nameKey'),
      sql<number>`1 - "isActive"`.as('inactive'),
      sql<string>`coalesce("lastSignInAt", '')`.as('signedIn'),
    ])
  let query = db.selectFrom(sortable.as('users')).selectAll()
  if (role !== undefined) query = query.where('role', '=', role)
  if (status !== undefined) query = query.where('inactive', '=', Number(status === 'inactive'))
  if (q) query = query.where(containsText(['nameKey', 'usernameKey'], q))
  return query
}
