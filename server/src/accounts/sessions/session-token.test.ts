import { SessionUser } from '@dashboard/contract/accounts'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import type { Session } from '../../http/access-check.ts'
import { deriveSigningKey } from '../../http/signing-key.ts'
import { readSessionToken, signSessionToken } from './session-token.ts'

const secret = 'a secret of at least thirty-two characters'
const key = deriveSigningKey(secret, 'session')
const session: Session = {
  id: 'session-1',
  expiresAt: Date.now() + 60_000,
  user: {
    id: 'user-1',
    username: 'uma',
    firstName: 'Uma',
    lastName: 'User',
    role: 'admin',
    mustChangePassword: 0,
    hasNamesake: 0,
    circuits: null,
  },
}
const claims = {
  userId: 'user-1',
  username: 'uma',
  firstName: 'Uma',
  lastName: 'User',
  role: 'admin',
}

function signed(changes: (jwt: SignJWT) => SignJWT = (jwt) => jwt, alg = 'HS256', by = key) {
  const jwt = new SignJWT(claims)
    .setProtectedHeader({ alg })
    .setJti('session-1')
    .setIssuedAt()
    .setExpirationTime('1m')
  return changes(jwt).sign(by)
}

test('a token that says who the user is and when it ends is read back', async () => {
  const token = await signSessionToken(key, session)
  const payload = decodeJwt(token)
  expect(SessionUser.parse(payload)).toEqual({
    ...claims,
    circuits: null,
    exp: Math.floor(session.expiresAt / 1_000),
  })
  expect(payload).not.toHaveProperty('nbf')
  expect(await readSessionToken(key, token)).toEqual({
    sessionId: 'session-1',
    userId: 'user-1',
  })
})

test('tokens that are forged, expired or of another kind are rejected', async () => {
  const good = await signed()
  const [head, body, signature = ''] = good.split('.')
  const bad = {
    unsigned: new UnsecuredJWT(claims).setJti('session-1').setExpirationTime('1m').encode(),
    otherAlgorithm: await signed(undefined, 'HS512'),
    otherKey: await signed(undefined, 'HS256', deriveSigningKey(`${secret}!`, 'session')),
    otherPurpose: await signed(undefined, 'HS256', deriveSigningKey(secret, 'logo-upload')),
    expired: await signed((jwt) => jwt.setExpirationTime('-2m')),
    withoutSession: await signed((jwt) => jwt.setJti('')).then((token) => token.slice(0, -2)),
    altered: `${head}.${body}x.${signature}`,
    cutOff: `${head}.${body}.`,
    nonsense: 'not-a-token',
  }
  for (const [name, token] of Object.entries(bad)) {
    expect([name, await readSessionToken(key, token)]).toEqual([name, undefined])
  }
  expect(await readSessionToken(key, good)).toBeDefined()
})

test("a server's clock may be up to a minute ahead", async () => {
  const token = await signed((jwt) => jwt.setExpirationTime('-50s'))
  expect(await readSessionToken(key, token)).toBeDefined()
})

test('a token says so when a new password is required, and nothing otherwise', async () => {
  expect(decodeJwt(await signSessionToken(key, session))).not.toHaveProperty('mustChangePassword')
  const user = { ...session.user, mustChangePassword: 1 as const }
  const asked = decodeJwt(await signSessionToken(key, { ...session, user }))
  expect(SessionUser.parse(asked).mustChangePassword).toBe(true)
})
