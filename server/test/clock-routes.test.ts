import { hourMs } from '@dashboard/contract/duration'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestApp } from './app.ts'
import { activeUser } from './users.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Sets the wall clock of this process, and leaves the monotonic clock alone. */
function setClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs })
}

const wrong = { username: 'uma', password: 'wrong password' }

test('a clock set back an hour ends no session and blocks no login', async () => {
  const app = await startTestApp()
  const user = await app.as('user')
  await activeUser(app.db, { username: 'uma' })
  const logIn = () => app.inject({ method: 'POST', url: '/api/auth/login', payload: wrong })
  for (let tries = 0; tries < 5; tries++) await logIn()
  expect((await logIn()).statusCode).toBe(429)
  setClock(-hourMs)
  expect((await user.inject({ url: '/api/jobs' })).statusCode).toBe(200)
  expect((await logIn()).statusCode).toBe(401)
})
