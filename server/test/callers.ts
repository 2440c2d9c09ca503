import type { TokenAccess } from '@dashboard/contract/access-tokens'
import { toIso } from '@dashboard/store/database/column-values'
import type { UserRow } from '@dashboard/store/database/schema'
import { SignJWT } from 'jose'
import { deriveSigningKey } from '../src/http/signing-key.ts'
import { newTokenSecret } from '../src/http/token-secret.ts'
import type { TestApp } from './app.ts'
import { hashOfRightPassword, logIn } from './login.ts'
import { makeToken, tokensUrl } from './tokens.ts'
import { activeAdmin, activeUser } from './users.ts'

/** Every kind of caller for tests, each with a token that is issued in the usual way. */

type Headers = Record<string, string>
type MakeCaller = (app: TestApp) => Promise<Headers>

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const keyOf = ({ settings }: TestApp) => deriveSigningKey(settings.sessionSecret, 'session')

/** Signs in a user with a password, as an administrator unless told otherwise. */
async function signIn(app: TestApp, make: typeof activeAdmin = activeAdmin) {
  const user = await make(app.db, { username: 'ida', password: hashOfRightPassword })
  const token: string = (await logIn(app, 'ida', 'right password')).json().token
  const [head = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { user, token, claims, head, payload, signature }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a valid token with changed claims, signed as if by the server. */
async function signAnew(app: TestApp, changes: object, key = keyOf(app), alg = 'HS256') {
  const { claims } = await signIn(app)
  const token = new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, typ: 'JWT' })
  return bearer(await token.sign(key))
}

/** Returns a user who is signed in until another administrator changes the account. */
async function afterwards(
  app: TestApp,
  method: 'PUT' | 'DELETE',
  payload?: object,
): Promise<Headers> {
  const { user, token } = await signIn(app)
  const admin = await app.as('admin')
  const url = `/api/users/${user.id}`
  const { statusCode } = await admin.inject({ method, url, ...(payload && { payload }) })
  if (statusCode !== 200) throw new Error(`The account was not changed (${statusCode})`)
  return bearer(token)
}

/** Returns the access token of a user who stays signed in, after `end` has ended it. */
async function tokenOf(
  app: TestApp,
  { access, make = activeUser, end }: { access: TokenAccess; make?: MakeUser; end?: EndToken },
): Promise<Headers> {
  const owner = await app.as(await make(app.db, { username: 'ida', password: hashOfRightPassword }))
  const made = await makeToken(owner, { access })
  await end?.({ app, owner, id: made.id })
  return made.headers
}
type MakeUser = typeof activeUser
type EndToken = (made: {
  app: TestApp
  owner: Awaited<ReturnType<TestApp['as']>>
  id: string
}) => Promise<unknown>

const limited: MakeUser = (db, row) => activeUser(db, { ...row, circuits: '["NY-1"]' })

const changeRow = (changes: Partial<UserRow>): EndToken => {
  return ({ app, owner }) =>
    app.db.updateTable('users').set(changes).where('id', '=', owner.user.id).execute()
}

/** Returns what an administrator does to the token's owner. */
const byAdmin = (method: 'PUT' | 'DELETE', path = '', payload?: object): EndToken => {
  return async ({ app, owner }) => {
    const admin = await app.as('admin')
    const url = `/api/users/${owner.user.id}${path}`
    const { statusCode } = await admin.inject({ method, url, ...(payload && { payload }) })
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
  }
}

const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600

export const callers = {
  nobody: async () => ({}),
  'no bearer token': async (app) => {
    const { token } = await signIn(app)
    return { authorization: `Basic ${token}`, cookie: `session_token=${token}` }
  },
  rubbish: async () => bearer('rubbish'),
  // Longer than the clocks of two servers may differ.
  'an expired token': async (app) => signAnew(app, { exp: inAnHour() - 3_600 - 120 }),
  'an expired session': async (app) => {
    const { token } = await signIn(app)
    const expiresAt = toIso(Date.now() - 1)
    await app.db.updateTable('sessions').set({ expiresAt }).execute()
    return bearer(token)
  },
  'a revoked session': async (app) => {
    const { token } = await signIn(app)
    await app.inject({ method: 'POST', url: '/api/auth/logout', headers: bearer(token) })
    return bearer(token)
  },
  'another algorithm': async (app) => signAnew(app, {}, keyOf(app), 'HS384'),
  'no algorithm': async (app) => {
    const { payload } = await signIn(app)
    return bearer(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)
  },
  'a tampered token': async (app) => {
    const { head, claims, signature } = await signIn(app)
    return bearer(`${head}.${encode({ ...claims, exp: inAnHour() })}.${signature}`)
  },
  'a token signed by another key': async (app) => {
    const key = deriveSigningKey(app.settings.sessionSecret, 'logo-upload')
    return signAnew(app, {}, key)
  },
  "another user's session": async (app) => {
    const { user } = await app.as('user')
    return signAnew(app, { userId: user.id })
  },
  'a token issued before the clock was set back': async (app) => signAnew(app, { iat: inAnHour() }),
  'a deactivated user': (app) => afterwards(app, 'PUT', { isActive: false }),
  'an inactive row': async (app) => {
    const { user, token } = await signIn(app)
    await app.db.updateTable('users').set({ isActive: 0 }).where('id', '=', user.id).execute()
    return bearer(token)
  },
  'a deleted user': (app) => afterwards(app, 'DELETE'),
  'a user': async (app) => bearer((await stayingUser(app)).token),
  'a limited user': async (app) =>
    bearer(
      (await signIn(app, (db, row) => activeUser(db, { ...row, circuits: '["NY-1"]' }))).token,
    ),
  'a user limited since signing in': async (app) => {
    const { user, token } = await stayingUser(app)
    const admin = await app.as('admin')
    await app.db.insertInto('circuits').values({ id: 'c1', name: 'NY-1' }).execute()
    const payload = { circuits: ['NY-1'] }
    await admin.inject({ method: 'PUT', url: `/api/users/${user.id}`, payload })
    return bearer(token)
  },
  'a former administrator': (app) => afterwards(app, 'PUT', { role: 'user' }),
  'an administrator': async (app) => bearer((await app.as('admin')).token),
  'a token that reads': (app) => tokenOf(app, { access: 'read' }),
  'a token that writes': (app) => tokenOf(app, { access: 'write' }),
  "a limited user's token": (app) => tokenOf(app, { access: 'write', make: limited }),
  "an administrator's token that reads": (app) =>
    tokenOf(app, { access: 'read', make: activeAdmin }),
  "an administrator's token that writes": (app) =>
    tokenOf(app, { access: 'write', make: activeAdmin }),
  'a token whose owner was an administrator': (app) =>
    tokenOf(app, { access: 'write', make: activeAdmin, end: changeRow({ role: 'user' }) }),
  'a revoked token': (app) =>
    tokenOf(app, {
      access: 'write',
      end: ({ owner, id }) => owner.inject({ method: 'DELETE', url: `${tokensUrl}/${id}` }),
    }),
  'an expired access token': (app) =>
    tokenOf(app, {
      access: 'write',
      end: () =>
        app.db
          .updateTable('access_tokens')
          .set({ expiresAt: toIso(Date.now() - 1) })
          .execute(),
    }),
  'a token with a wrong letter': async (app) => {
    const { authorization = '' } = await tokenOf(app, { access: 'write' })
    return { authorization: authorization.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }
  },
  'a token that was never made': async () => bearer(newTokenSecret()),
  'a token of a deactivated user': (app) =>
    tokenOf(app, { access: 'write', end: byAdmin('PUT', '', { isActive: false }) }),
  'a token of an inactive row': (app) =>
    tokenOf(app, { access: 'write', end: changeRow({ isActive: 0 }) }),
  'a token of a deleted user': (app) => tokenOf(app, { access: 'write', end: byAdmin('DELETE') }),
  'a token of before a new password': (app) =>
    tokenOf(app, {
      access: 'write',
      end: byAdmin('PUT', '/password', { newPassword: 'another one' }),
    }),
  'a token of who was signed out everywhere': (app) =>
    tokenOf(app, { access: 'write', end: byAdmin('DELETE', '/sessions') }),
} as const satisfies Record<string, MakeCaller>

export type Caller = keyof typeof callers
export const callerNames = Object.keys(callers) as Caller[]

async function stayingUser(app: TestApp): Promise<{ user: UserRow; token: string }> {
  return signIn(app, activeUser)
}
