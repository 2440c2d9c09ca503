import { changesPerMinute, pollMs } from '@dashboard/contract/limits'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { SignedInUser } from './access-check.ts'
import { limitChanges } from './change-limit.ts'
import { handleErrors } from './error-handler.ts'

afterEach(() => vi.useRealTimers())

async function start() {
  const app = Fastify()
  handleErrors(app)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const id = request.headers.authorization
    if (id) request.session = { id: 's', expiresAt: 0, user: { id } as SignedInUser }
  })
  limitChanges(app)
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => 'done' })
  return async (id: string, method: 'GET' | 'POST' = 'POST') =>
    app.inject({ method, url: '/', headers: { authorization: id } })
}

test('refuses only changes, and only to the person who makes too many within a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 45_000 })
  const call = await start()
  for (let change = 0; change < 1_000; change += 1) await call('uma')
  const refused = await call('uma')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('15')
  expect(refused.json().message).toBe(
    'You have made more than 1,000 changes within a minute. Try again in a minute.',
  )
  expect((await call('uma', 'GET')).statusCode).toBe(200)
  expect((await call('ada')).statusCode).toBe(200)
  vi.setSystemTime(60_000)
  expect((await call('uma')).statusCode).toBe(200)
})

test('ten open tabs that poll come nowhere near the limit', () => {
  const perTab = 60_000 / pollMs.jobSync + 60_000 / pollMs.jobSyncStale
  expect(10 * perTab).toBeLessThan(changesPerMinute / 3)
})
