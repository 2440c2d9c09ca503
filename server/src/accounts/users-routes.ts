import {
  createUser,
  deleteUser,
  listUsers,
  setUserPassword,
  updateUser,
} from '@dashboard/contract/accounts'
import { resetFactors } from '@dashboard/contract/factors'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import type { CheckNewPassword } from './common-passwords.ts'
import { listUsers as readUsers } from './users-list.ts'
import * as queries from './users-queries.ts'
import * as service from './users-service.ts'

/** Adds the routes for managing users (docs/behavior.md#users). */
export function usersRoutes(
  app: FastifyInstance,
  { db, checkNewPassword }: { db: Db; checkNewPassword: CheckNewPassword },
): void {
  route(app, listUsers, ({ query = {} }) => readUsers(db, query))

  route(app, createUser, async ({ body, session, audit }) => {
    await checkNewPassword(body.password, 'password')
    const user = await service.addUser({ db, audit }, session, body)
    return { message: `User "${user.username}" was created.`, user: queries.toUser(user) }
  })

  route(app, updateUser, async ({ params, body, user: admin, audit }) => {
    const user = await service.editUser({ db, audit }, admin, params.id, body)
    return { message: `User "${user.username}" was updated.`, user: queries.toUser(user) }
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
