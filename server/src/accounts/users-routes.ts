import {
  createUser,
  deleteUser,
  listUsers,
  setUserPassword,
  type UserQuery,
  updateUser,
} from '@dashboard/contract/accounts'
import { resetFactors } from '@dashboard/contract/factors'
import { pageLimit } from '@dashboard/contract/limits'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { route } from '../http/endpoint-routes.ts'
import { readPage } from '../http/page-cursor.ts'
import { containsText } from '../http/text-search.ts'
import type { CheckNewPassword } from './common-passwords.ts'
import { toUser } from './users-queries.ts'
import * as service from './users-service.ts'

export function usersRoutes(
  app: FastifyInstance,
  { db, checkNewPassword }: { db: Db; checkNewPassword: CheckNewPassword },
): void {
  route(app, listUsers, ({ query = {} }) => readUsers(db, query))

  route(app, createUser, async ({ body, session, audit }) => {
    await checkNewPassword(body.password, 'password')
    const user = await service.addUser({ db, audit }, session, body)
    return { message: `User "${user.username}" was created.`, user: toUser(user) }
  })

  route(app, updateUser, async ({ params, body, user: admin, audit }) => {
    const user = await service.editUser({ db, audit }, admin, params.id, body)
    return { message: `User "${user.username}" was updated.`, user: toUser(user) }
  })

  route(app, setUserPassword, async ({ params, body, session, audit, request }) => {
    const { newPassword: password, mustChangePassword: mustChange, currentPassword } = body
    await checkNewPassword(password, 'newPassword')
    const given = { password, mustChange, currentPassword, ip: request.ip }
    await service.setPassword({ db, audit }, session, params.id, given)
    return { message: 'The password was changed.' }
  })

  route(app, resetFactors, async ({ params, user: admin, audit }) => {
    const { username } = await service.resetFactors({ db, audit }, admin, params.id)
    return { message: `@${username} now signs in with the password alone.` }
  })

  route(app, deleteUser, async ({ params, user: admin, audit }) => {
    await service.deleteUser({ db, audit }, admin, params.id)
    return { message: 'The user was deleted.' }
  })
}

const sortedBy = {
  createdAt: { createdAt: 'text' },
  name: { nameKey: 'text' },
  username: { usernameKey: 'text' },
  role: { role: 'text' },
  status: { inactive: 'integer' },
  lastSignInAt: { signedIn: 'text' },
} as const

/** Returns a page of the users, by default the newest first (docs/api.md#long-lists). */
async function readUsers(db: Db, query: UserQuery) {
  const { limit = pageLimit.max, cursor, sort = '-createdAt', ...filter } = query
  const by = sort.replace('-', '') as keyof typeof sortedBy
  const chosen = chooseUsers(db, filter)
  const [{ rows, nextCursor }, total] = await Promise.all([
    readPage(
      chosen,
      { list: 'users', sort, columns: { ...sortedBy[by], id: 'text' } },
      { limit, cursor },
    ),
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
  if (q) query = query.where(containsText(db, ['nameKey', 'usernameKey'], q))
  return query
}
