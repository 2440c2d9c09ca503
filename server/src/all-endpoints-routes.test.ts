import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from './test-app.ts'

const guarded = allEndpoints.filter(({ access }) => access !== 'public')

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const addressOf = ({ path }: Endpoint) =>
  path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')

/** What each endpoint came to, by name, to be compared as a whole. */
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

test('every endpoint but the public ones answers 401 without a session', async () => {
  const { inject } = await startTestApp()
  const answers = await collect(guarded, async (endpoint) => {
    const response = await inject({ method: endpoint.method, url: addressOf(endpoint) })
    return [response.statusCode, response.json()]
  })
  expect(answers).toEqual(allBeing(guarded, [401, { message: 'Please log in.' }]))
})

test('every public endpoint answers without a session, whatever it says', async () => {
  const { inject } = await startTestApp()
  const open = allEndpoints.filter(({ access, name }) => access === 'public' && name !== 'login')
  const refused = await collect(open, async (endpoint) => {
    const response = await inject({ method: endpoint.method, url: addressOf(endpoint) })
    return [401, 403, 500].includes(response.statusCode)
  })
  expect(refused).toEqual(allBeing(open, false))
})

test('endpoints for administrators answer 403 to a user, the others do not', async () => {
  const { as } = await startTestApp()
  const { inject } = await as('user')
  const isRefused = await collect(guarded, async (endpoint) => {
    const response = await inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      // Refused for what it holds where the role allows it, so that nothing is started.
      ...(endpoint.body && { payload: { unknown: true } }),
    })
    return response.statusCode === 403
  })
  expect(isRefused).toEqual(
    Object.fromEntries(guarded.map((endpoint) => [nameOf(endpoint), endpoint.access === 'admin'])),
  )
})

test('every endpoint but login refuses a field it does not know', async () => {
  const { as } = await startTestApp()
  const { inject } = await as('admin')
  const strict = allEndpoints.filter(
    ({ name, body }) => name !== 'login' && body !== undefined && !isBinary(body),
  )
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
