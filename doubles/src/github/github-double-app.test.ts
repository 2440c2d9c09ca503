import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startGithubDouble } from './github-double.ts'
import { findAnswerProblems } from './github-double-conformance.ts'

const Answer = z.object({
  message: z.string().optional(),
  token: z.string().default(''),
  expires_at: z.string().default(''),
})

interface Claims {
  iss?: string
  /** Seconds from now. */
  iat?: number
  exp?: number
  key?: Parameters<SignJWT['sign']>[0]
  alg?: string
}

async function start() {
  const double = await startGithubDouble({ asApp: true })
  onTestFinished(() => double.close())
  const { app } = double
  if (!app) throw new Error('The double has no App')
  const ask = async (installation: string, claims: Claims = {}) => {
    const { iss = app.credentials.appId, iat = -30, exp = 540, alg = 'RS256' } = claims
    const key = claims.key ?? createPrivateKey(app.credentials.privateKey)
    const now = Math.floor(Date.now() / 1_000)
    const jwt = await new SignJWT({ iss, iat: now + iat, exp: now + exp })
      .setProtectedHeader({ alg })
      .sign(key)
    const response = await fetch(`${double.url}/app/installations/${installation}/access_tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}` },
    })
    return { status: response.status, body: Answer.parse(await response.json()) }
  }
  const list = (token: string) =>
    fetch(`${double.url}/repos/octo-org/dashboard/actions/runs`, {
      headers: { authorization: `token ${token}` },
    })
  return { double, app, ask, list, installation: app.credentials.installationId }
}

test('a signed request gets a token of one hour, as GitHub describes it', async () => {
  const { double, app, ask, list, installation } = await start()
  const { status, body } = await ask(installation)
  expect(status).toBe(201)
  const leftMs = Date.parse(body.expires_at) - Date.now()
  expect(leftMs).toBeGreaterThan(3_590_000)
  expect(leftMs).toBeLessThanOrEqual(3_600_000)
  expect((await list(body.token)).status).toBe(200)
  app.revokeTokens()
  expect((await list(body.token)).status).toBe(401)
  expect(double.exchanges.flatMap(findAnswerProblems)).toEqual([])
})

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const notDecoded = 'A JSON web token could not be decoded'

test.each<[string, Claims, number, string]>([
  ['by another key', { key: otherKey }, 401, notDecoded],
  ['by another algorithm', { alg: 'RS512' }, 401, notDecoded],
  ['for too long', { exp: 700 }, 401, "'Expiration time' claim ('exp') is too far in the future"],
  ['long ago', { iat: -700, exp: -100 }, 401, "'Expiration time' claim ('exp') must be"],
  ['in the future', { iat: 120 }, 401, "'Issued at' claim ('iat') must be an Integer"],
  ['as another App', { iss: '1' }, 404, 'Integration not found'],
])('a request that is signed %s is refused', async (_how, claims, status, message) => {
  const { ask, installation } = await start()
  const answer = await ask(installation, claims)
  expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
})

test('an unknown installation, a suspended one and no signature are refused', async () => {
  const { double, app, ask, installation } = await start()
  expect(await ask('5')).toMatchObject({ status: 404, body: { message: 'Not Found' } })
  app.isSuspended = true
  expect(await ask(installation)).toMatchObject({ status: 403 })
  const unsigned = await fetch(`${double.url}/app/installations/${installation}/access_tokens`, {
    method: 'POST',
  })
  expect(unsigned.status).toBe(401)
})
