import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { type Access, type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from './app.ts'
import { type Caller, callerNames, callers } from './callers.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const addressOf = ({ path }: Endpoint) =>
  path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')

/** Returns the result of each endpoint, keyed by its name, to be compared as a whole. */
async function collect<T>(endpoints: readonly Endpoint[], ask: (endpoint: Endpoint) => Promise<T>) {
  const results: Record<string, T> = {}
  for (const endpoint of endpoints) results[nameOf(endpoint)] = await ask(endpoint)
  return results
}

const allBeing = <T>(endpoints: readonly Endpoint[], value: T) =>
  Object.fromEntries(endpoints.map((endpoint) => [nameOf(endpoint), value]))

test('every endpoint is bound', async () => {
  const { app } = await startTestApp()
  const bound = await collect(allEndpoints, async ({ method, path }) =>
    app.hasRoute({ method, url: path }),
  )
  expect(bound).toEqual(allBeing(allEndpoints, true))
})

/** An endpoint refuses this body from a caller who may call it, so that the call starts nothing. */
const nothing = ({ body }: Endpoint) => (body ? { payload: [] } : {})

/** Returns the result of a call, as far as it depends on the caller. */
function verdict(endpoint: Endpoint, { statusCode, body }: { statusCode: number; body: string }) {
  // The login call's status is about the credentials in its body.
  if (endpoint.path === '/api/auth/login') return statusCode === 400 ? 'let in' : `${statusCode}`
  if (statusCode === 401) return `401 ${JSON.parse(body).message}`
  if (statusCode === 403) return `403 ${JSON.parse(body).message}`
  if (statusCode === 409) return `409 ${JSON.parse(body).message}`
  return statusCode < 500 ? 'let in' : `${statusCode}`
}

const noSession = '401 Please log in.'
const sessionEnded = '401 Your session has ended. Please log in again.'

const tokenEnded =
  '401 This access token is not valid: it is mistyped, has expired or was revoked, or its owner can no longer sign in.'

const onlyAdministrators = '403 Only administrators may do this.'
const outsideScope =
  '409 You look after some of the circuits, and this would change others too. Ask somebody who looks after all of them.'

/**
 * What each kind of caller must get from an endpoint for signed-in users, from one of those that reaches all circuits,
 * and from one for administrators.
 */
const expectedVerdicts: Record<Caller, Record<Exclude<Access, 'public'>, string>> = {
  ...everywhere(['nobody', 'no bearer token'], noSession),
  ...everywhere(['rubbish', 'an expired token', 'an expired session'], sessionEnded),
  ...everywhere(['a revoked session', 'another algorithm', 'no algorithm'], sessionEnded),
  ...everywhere(['a tampered token', 'a token signed by another key'], sessionEnded),
  ...everywhere(["another user's session"], sessionEnded),
  ...everywhere(['a deactivated user', 'an inactive row', 'a deleted user'], sessionEnded),
  'a user': { user: 'let in', unlimited: 'let in', admin: onlyAdministrators },
  'a limited user': { user: 'let in', unlimited: outsideScope, admin: onlyAdministrators },
  'a user limited since signing in': {
    user: 'let in',
    unlimited: outsideScope,
    admin: onlyAdministrators,
  },
  'a former administrator': { user: 'let in', unlimited: 'let in', admin: onlyAdministrators },
  ...everywhere(['an administrator', 'a token issued before the clock was set back'], 'let in'),
  ...everywhere(['a token that was never made', 'a token with a wrong letter'], tokenEnded),
  ...everywhere(['a revoked token', 'an expired access token'], tokenEnded),
  ...everywhere(['a token of a deactivated user', 'a token of an inactive row'], tokenEnded),
  ...everywhere(['a token of a deleted user', 'a token of before a new password'], tokenEnded),
  ...everywhere(['a token of who was signed out everywhere'], tokenEnded),
  // Applies where the endpoint accepts this kind of token: see below.
  'a token that reads': { user: 'let in', unlimited: 'let in', admin: onlyAdministrators },
  'a token that writes': { user: 'let in', unlimited: 'let in', admin: onlyAdministrators },
  "a limited user's token": { user: 'let in', unlimited: outsideScope, admin: onlyAdministrators },
  'a token whose owner was an administrator': {
    user: 'let in',
    unlimited: 'let in',
    admin: onlyAdministrators,
  },
  ...everywhere(["an administrator's token that reads"], 'let in'),
  ...everywhere(["an administrator's token that writes"], 'let in'),
}

const reading: readonly Caller[] = ['a token that reads', "an administrator's token that reads"]
const writing: readonly Caller[] = [
  'a token that writes',
  "a limited user's token",
  'a token whose owner was an administrator',
  "an administrator's token that writes",
]

/** Returns the refusal of a token that does not depend on its owner. */
function tokenVerdict(caller: Caller, { method, tokens }: Endpoint): string | undefined {
  const isReading = reading.includes(caller)
  if (!isReading && !writing.includes(caller)) return undefined
  if (tokens === 'none') {
    return '403 An access token cannot do this. Sign in to the dashboard for it.'
  }
  const changes = tokens === 'write' || (method !== 'GET' && tokens !== 'read')
  return isReading && changes
    ? '403 This access token only reads. Make one that may also change things.'
    : undefined
}

function everywhere<Name extends Caller>(callers: Name[], each: string) {
  const verdicts = { user: each, unlimited: each, admin: each }
  return Object.fromEntries(callers.map((name) => [name, verdicts])) as Record<
    Name,
    typeof verdicts
  >
}

test.each(callerNames)('%s gets from every endpoint the status in the table', async (caller) => {
  const app = await startTestApp()
  const headers = await callers[caller](app)
  const answers = await collect(allEndpoints, async (endpoint) => {
    const { method } = endpoint
    const url = addressOf(endpoint)
    const response = await app.inject({ method, url, headers, ...nothing(endpoint) })
    return verdict(endpoint, response)
  })
  const expected = Object.fromEntries(
    allEndpoints.map((endpoint) => {
      const { access } = endpoint
      if (access === 'public') return [nameOf(endpoint), 'let in']
      const byToken = tokenVerdict(caller, endpoint)
      return [nameOf(endpoint), byToken ?? expectedVerdicts[caller][access]]
    }),
  )
  expect(answers).toEqual(expected)
})

test('a field that an endpoint does not know is refused by name, where it is refused', async () => {
  const { as } = await startTestApp()
  const { inject } = await as('admin')
  // contract/src/all-endpoints.test.ts lists these endpoints.
  const strict = allEndpoints.filter(
    ({ body }) =>
      body &&
      !isBinary(body) &&
      body
        .safeParse({ unknown: true })
        .error?.issues.some(({ code }) => code === 'unrecognized_keys'),
  )
  expect(strict).not.toEqual([])
  const Refusal = z.object({ issues: z.array(z.object({ path: z.string() })) })
  const answers = await collect(strict, async (endpoint) => {
    const response = await inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      payload: { unknown: true },
    })
    const refusal = Refusal.safeParse(response.json())
    const names = refusal.data?.issues.map(({ path }) => path) ?? []
    return [response.statusCode, names.includes('unknown')]
  })
  expect(answers).toEqual(allBeing(strict, [400, true]))
})
