import { createServer } from 'node:http'
import { closeServer, listenOnLoopback } from '@dashboard/doubles/loopback-server'
import { openIdClient } from '@dashboard/doubles/openid/openid-double'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { mia, signInSettings, startProvider, steps } from '../../../test/openid.ts'
import { checkProvider } from './check-provider.ts'
import { createProvider } from './provider.ts'

type Options = NonNullable<Parameters<typeof startProvider>[0]>

const unusable =
  'The answer of Acme cannot be used, so you were not signed in. Try again; if it happens again, an administrator has to look into it.'

function openIdOf(provider: { url: string }, changes: Partial<OpenIdSettings> = {}) {
  const { openId } = signInSettings(provider, changes)
  if (openId === undefined) throw new Error('There is no provider')
  return openId
}

/** Signs in, and returns the answer and what the log says of it. */
async function signIn(options: Options, changes: Partial<OpenIdSettings> = {}) {
  const provider = await startProvider(options)
  const openId = openIdOf(provider, changes)
  const lines: string[] = []
  const log = { write: (line: string) => lines.push(line) }
  const settings = { signIn: { openId, rescueAdmin: undefined }, logLevel: 'info' }
  const app = await startTestApp({ log, settings })
  const answer = await steps(app, provider).signInAs(mia)
  return { answer, openId, logged: lines.join('') }
}

describe('a provider that works', () => {
  const secret = 'a-secret_of.the~client +&%'

  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    'accepts a secret with any character by %s',
    async (token_endpoint_auth_method) => {
      const client = { client_secret: secret, token_endpoint_auth_method }
      const changes = { clientSecret: secret, signUp: true }
      const { answer, openId } = await signIn({ client }, changes)
      expect(answer.statusCode).toBe(200)
      expect(await checkProvider(openId)).toMatchObject({
        ok: true,
        message: "Acme can be reached, and accepts the client's secret.",
      })
    },
  )
})

test('a provider that has its description at the same address with a slash works', async () => {
  const url = await startServer(async (host, path) =>
    path === '/.well-known/openid-configuration'
      ? { redirect: `${path}/` }
      : describeProvider(host, '/'),
  )
  const { url: page } = await createProvider(openIdOf({ url }), '').begin()
  expect(page).toContain(`${url}/authorize?`)
})

describe('a provider that is set up wrongly is reported in the log and by the system check', () => {
  test('with a wrong client secret', async () => {
    const { answer, openId, logged } = await signIn({}, { clientSecret: 'not that one' })
    expect([answer.statusCode, answer.json().message]).toEqual([502, unusable])
    const message = `The OpenID provider ${openId.issuer} refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.`
    expect(logged).toContain(message)
    expect(logged).not.toContain('[object Object]')
    expect(await checkProvider(openId)).toMatchObject({ ok: false, message })
  })

  test('with an algorithm that is not supported', async () => {
    const client = { id_token_signed_response_alg: 'HS256' as const }
    const { answer, logged } = await signIn({ client }, { signUp: true })
    expect([answer.statusCode, answer.json().message]).toEqual([502, unusable])
    expect(logged).toContain('signs with HS256, which is not supported')
  })

  test('with a clock that is 20 minutes behind', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const key = { ...(await exportJWK(publicKey)), alg: 'RS256' }
    const late = () => Math.floor(Date.now() / 1_000) - 1_200
    let nonce = ''
    const url = await startServer(async (host, path) => {
      if (path === '/jwks') return { keys: [key] }
      if (path !== '/token') return describeProvider(host, '/')
      const token = new SignJWT({ nonce }).setProtectedHeader({ alg: 'RS256' }).setSubject('mia')
      token.setIssuer(`${host}/`).setAudience(openIdClient.id)
      token.setIssuedAt(late()).setExpirationTime(late() + 600)
      return { access_token: 'a', token_type: 'bearer', id_token: await token.sign(privateKey) }
    }, -1_200)
    const openId = openIdOf({ url })
    const provider = createProvider(openId, '')
    const begun = await provider.begin()
    nonce = begun.nonce
    const answer = { code: 'a', state: begun.state }
    await expect(provider.identify(answer, begun)).rejects.toMatchObject({
      message: unusable,
      cause: { message: expect.stringContaining('answers with a time that is not now') },
    })
    const { ok, message } = await checkProvider(openId)
    expect([ok, message]).toEqual([
      false,
      expect.stringMatching(/^Its clock is \d+ seconds behind/),
    ])
  })

  test('with errors in Glewlwyd’s own format', async () => {
    let error = 'unauthorized_client'
    const url = await startServer(async (host, path) =>
      path === '/token' ? { error } : describeProvider(host, '/'),
    )
    const openId = openIdOf({ url })
    expect(await checkProvider(openId)).toMatchObject({
      ok: false,
      message: expect.stringContaining('refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET'),
    })
    error = 'invalid_code'
    expect(await checkProvider(openId)).toMatchObject({ ok: true })
    const provider = createProvider(openId, '')
    const begun = await provider.begin()
    const answer = provider.identify({ code: 'used', state: begun.state }, begun)
    await expect(answer).rejects.toMatchObject({ status: 410 })
  })

  test('with an address that redirects elsewhere', async () => {
    const url = await startServer(async (host) => ({ redirect: `${host}/login` }))
    expect(await checkProvider(openIdOf({ url }))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/ redirects to http:\S+\/login\.$/),
      fix: 'Set OIDC_ISSUER to the issuer there.',
    })
  })

  test.each([
    ['an issuer without its slash', '/realm/', 'RS256', /calls itself "http.*\/realm\/"\.$/],
    ['no OpenID at all', null, 'RS256', /answers with something other than OpenID/],
    ['HS256 alone', '/realm', 'HS256', /signs with HS256 only, which is not supported/],
  ])('with %s', async (_what, path, algorithm, message) => {
    const url = await startServer(async (host) => path && describeProvider(host, path, algorithm))
    const openId = openIdOf({ url }, { issuer: `${url}/realm` })
    expect(await checkProvider(openId)).toMatchObject({
      ok: false,
      message: expect.stringMatching(message),
    })
    const begun = createProvider(openId, '').begin()
    if (algorithm === 'HS256') await begun
    else await expect(begun).rejects.toMatchObject({ message: unusable })
  })
})

/**
 * Starts a server that answers each path with JSON, an error with 403, a redirect, or a page for `null`; its clock may
 * be wrong.
 */
async function startServer(
  answer: (host: string, path: string) => Promise<object | null | ''>,
  aheadSeconds = 0,
): Promise<string> {
  const server = createServer((request, response) => {
    void answer(`http://${request.headers.host}`, request.url ?? '').then((found) => {
      response.setHeader('date', new Date(Date.now() + aheadSeconds * 1_000).toUTCString())
      if (found && 'error' in found) response.statusCode = 403
      if (found && 'redirect' in found) {
        response.statusCode = 301
        response.setHeader('location', String(found.redirect))
      }
      response.setHeader('content-type', found ? 'application/json' : 'text/html')
      response.end(found ? JSON.stringify(found) : 'hello')
    })
  })
  const url = await listenOnLoopback(server)
  onTestFinished(() => closeServer(server))
  return url
}

/** Returns a provider's description of itself. */
function describeProvider(host: string, path: string, algorithm = 'RS256') {
  return {
    issuer: `${host}${path}`,
    authorization_endpoint: `${host}/authorize`,
    token_endpoint: `${host}/token`,
    jwks_uri: `${host}/jwks`,
    id_token_signing_alg_values_supported: [algorithm],
  }
}
