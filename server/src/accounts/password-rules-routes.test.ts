import { expect, test } from 'vitest'
import { startTestApp } from '../test-app.ts'
import { activeUser } from '../test-users.ts'
import { hashOfRightPassword, logIn } from './test-login.ts'

async function changeTo(newPassword: string) {
  const app = await startTestApp()
  const user = await activeUser(app.db, { username: 'uma', password: hashOfRightPassword })
  const { inject } = await app.as(user)
  const payload = { currentPassword: 'right password', newPassword, confirmPassword: newPassword }
  const response = await inject({ method: 'PUT', url: '/api/auth/change-password', payload })
  return { app, status: response.statusCode }
}

test.each([
  'aaaaaa',
  '123456',
  '      ',
  '<b>"\'; --',
  '密码密码密码',
  '🔑🔑🔑🔑🔑🔑',
  `${'long '.repeat(200)}`,
])('a password of any characters is taken: %j', async (password) => {
  const { app, status } = await changeTo(password)
  expect(status).toBe(200)
  expect((await logIn(app, 'uma', password)).statusCode).toBe(200)
})

test('a password counts as typed: whole, with its case and its blanks', async () => {
  const password = ` Secret ${'x'.repeat(120)}`
  const { app } = await changeTo(password)
  const others = [password.trim(), password.toLowerCase(), password.slice(0, 72), `${password} `]
  for (const [index, other] of others.entries()) {
    const { statusCode } = await logIn(app, 'uma', other, `10.0.1.${index}`)
    expect([other, statusCode]).toEqual([other, 401])
  }
  expect((await logIn(app, 'uma', password)).statusCode).toBe(200)
})
