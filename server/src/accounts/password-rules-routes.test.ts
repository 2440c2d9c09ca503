import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { hashOfRightPassword, logIn } from '../../test/login.ts'
import { activeUser } from '../../test/users.ts'

const strict = { settings: { passwordRules: 'strict' as const } }

async function changeTo(newPassword: string, options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options)
  const user = await activeUser(app.db, { username: 'uma', password: hashOfRightPassword })
  const { inject } = await app.as(user)
  const payload = { currentPassword: 'right password', newPassword, confirmPassword: newPassword }
  const response = await inject({ method: 'PUT', url: '/api/auth/change-password', payload })
  return { app, status: response.statusCode }
}

test.each([
  'aaaaab',
  '      ',
  '<b>"\'; --',
  '密码密码密码',
  '🔑🔑🔑🔑🔑🔑',
  `${'long '.repeat(200)}`,
])('a password of any characters is accepted: %j', async (password) => {
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

describe('one of the most used passwords', () => {
  const message = 'This password is one of the most used. Choose another one'
  const refusal = (path: string) => ({ message, issues: [{ path, message }] })

  test('is accepted, like every other password of its length', async () => {
    const { app, status } = await changeTo('123456')
    expect(status).toBe(200)
    expect((await logIn(app, 'uma', '123456')).statusCode).toBe(200)
    const { inject } = await app.as('admin')
    const account = { username: 'new', firstName: 'N', lastName: 'U', password: '1' }
    expect((await inject({ method: 'POST', url: '/api/users', payload: account })).statusCode).toBe(
      201,
    )
    expect((await logIn(app, 'new', '1', '10.0.2.1')).statusCode).toBe(200)
  })

  test.each(['123456', 'letmein', 'LetMeIn', 'password123'])(
    'is refused by strict rules: %j',
    async (password) => {
      const { app, status } = await changeTo(password, strict)
      expect(status).toBe(400)
      expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(200)
    },
  )

  test('is refused by strict rules at the field where it was entered, even from an administrator', async () => {
    const app = await startTestApp(strict)
    const user = await activeUser(app.db)
    const { inject } = await app.as('admin')
    const account = { username: 'new', firstName: 'N', lastName: 'U', password: 'qwerty' }
    const made = await inject({ method: 'POST', url: '/api/users', payload: account })
    expect([made.statusCode, made.json()]).toEqual([400, refusal('password')])
    const url = `/api/users/${user.id}/password`
    const set = await inject({ method: 'PUT', url, payload: { newPassword: 'qwerty' } })
    expect([set.statusCode, set.json()]).toEqual([400, refusal('newPassword')])
  })

  test('is mentioned after whatever else is wrong with it', async () => {
    const { inject } = await (await startTestApp(strict)).as('user')
    const payload = { currentPassword: 'x', newPassword: '12345', confirmPassword: '12345' }
    const answer = await inject({ method: 'PUT', url: '/api/auth/change-password', payload })
    expect(answer.json().message).toBe('Password must be at least 6 characters')
  })
})
