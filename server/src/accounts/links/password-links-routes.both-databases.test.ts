import { hourMs } from '@dashboard/contract/duration'
import { toIso } from '@dashboard/store/database/column-values'
import { readEntries } from '@dashboard/store/test/audit-log'
import { describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { userWithTotp } from '../../../test/factors.ts'
import { hashOfRightPassword, listJobs, logIn } from '../../../test/login.ts'
import { openLink, startMail, takeLinkUp, tokenOf } from '../../../test/password-links.ts'
import { activeUser, inactiveUser } from '../../../test/users.ts'
import { resetPassword } from '../reset-password.ts'

const mia = { username: 'mia', firstName: 'Mia', lastName: 'Ortega', role: 'user' }
const over =
  'This link was used, has expired, or a newer one has replaced it. If you have chosen a password, log in with it; otherwise ask an administrator for a new link.'

async function start(settings: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(settings)
  const ada = await app.as('admin')
  const invite = (payload: object = mia) =>
    ada.inject({ method: 'POST', url: '/api/users/invitations', payload })
  const makeLink = async (id: string, payload: object = {}) =>
    ada.inject({ method: 'POST', url: `/api/users/${id}/link`, payload })
  return { ...app, ada, invite, makeLink }
}

/** Returns a user with "right password", and a link to reset it. */
async function withReset() {
  const app = await start()
  const password = hashOfRightPassword
  const uma = await activeUser(app.db, { username: 'uma', password })
  const made = await app.makeLink(uma.id)
  return { ...app, uma, made, token: tokenOf(made.json().link.address) }
}

async function expectOver(app: TestApp, token: string) {
  for (const answer of [await openLink(app, token), await takeLinkUp(app, token)]) {
    expect([answer.statusCode, answer.json().message]).toEqual([410, over])
  }
}

describe('an invitation', () => {
  test('creates a user without a password, until they choose one', async () => {
    const app = await start()
    const answer = await app.invite()
    expect(answer.statusCode).toBe(201)
    const { link, user } = answer.json()
    expect(user).toMatchObject({ ...mia, isActive: true, isInvited: true, lastSignInAt: null })
    expect(link).toMatchObject({ kind: 'invitation', sentTo: null })
    expect(link.address).toMatch(/^\/set-password#[\w-]{43}$/)
    const days = (Date.parse(link.expiresAt) - Date.now()) / 24 / hourMs
    expect(days).toBeCloseTo(7, 2)
    for (const password of ['none', 'x']) {
      expect((await logIn(app, 'mia', password)).statusCode).toBe(401)
    }
    const token = tokenOf(link.address)
    const opened = await openLink(app, token)
    expect(opened.json()).toEqual({ kind: 'invitation', username: 'mia', firstName: 'Mia' })
    const used = await takeLinkUp(app, token)
    expect((await listJobs(app, used.json().token)).statusCode).toBe(200)
    expect((await logIn(app, 'mia', 'a fine new day')).statusCode).toBe(200)
    await expectOver(app, token)
  })

  test('names the server where PUBLIC_URL is set', async () => {
    const publicUrl = 'https://dashboard.example.org'
    const app = await start({ settings: { notices: { publicUrl } } })
    const { link } = (await app.invite()).json()
    expect(link.address).toMatch(/^https:\/\/dashboard\.example\.org\/set-password#/)
  })

  test('is stored as a hash, and in no log', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const dataSettings = { logLevel: 'trace' } as const
    const app = await start({ settings: dataSettings, log })
    const token = tokenOf((await app.invite()).json().link.address)
    await openLink(app, token)
    await takeLinkUp(app, token)
    const rows = await app.db.selectFrom('account_links').selectAll().execute()
    const recorded = JSON.stringify([rows, await readEntries(app.db), lines])
    expect(recorded).not.toContain(token)
    expect(recorded).not.toContain('a fine new day')
  })

  test.each([
    [{ ...mia, username: '' }, 400, 'Username is required'],
    [{ ...mia, emailAddress: 'mia' }, 400, 'Enter an e-mail address like name@example.org'],
    [
      { ...mia, emailAddress: 'mia@example.org' },
      ...([400, 'This server sends no e-mail. Leave it empty, and copy the link.'] as const),
    ],
    [
      { ...mia, circuits: ['NY-9'] },
      400,
      'Unknown circuit: "NY-9". Reload the page to choose from the current list.',
    ],
  ])('of %j is refused', async (input, status, message) => {
    const app = await start()
    const answer = await app.invite(input)
    expect([answer.statusCode, answer.json().message]).toEqual([status, message])
    expect(await app.db.selectFrom('account_links').selectAll().execute()).toEqual([])
  })

  test('for a username that is taken creates nothing', async () => {
    const app = await start()
    await app.invite()
    expect((await app.invite()).statusCode).toBe(409)
    expect(await app.db.selectFrom('account_links').select('id').execute()).toHaveLength(1)
  })
})

describe('a link to reset a password', () => {
  test('changes nothing until it is used, then ends all sessions', async () => {
    const app = await withReset()
    expect(app.made.json().link.kind).toBe('reset')
    const hours = (Date.parse(app.made.json().link.expiresAt) - Date.now()) / hourMs
    expect(hours).toBeCloseTo(24, 2)
    const before = (await logIn(app, 'uma', 'right password')).json().token
    await openLink(app, app.token)
    expect((await listJobs(app, before)).statusCode).toBe(200)
    const used = await takeLinkUp(app, app.token)
    expect(used.statusCode).toBe(200)
    expect((await listJobs(app, before)).statusCode).toBe(401)
    expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(401)
    await expectOver(app, app.token)
  })

  test('can be used once, even by many at once', async () => {
    const app = await withReset()
    const answers = await Promise.all([1, 2, 3].map(() => takeLinkUp(app, app.token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
  })

  test('refuses a short password, and can then be tried again', async () => {
    const app = await withReset()
    const short = await takeLinkUp(app, app.token, 'short')
    expect(short.json().message).toBe('Password must be at least 6 characters')
    expect((await takeLinkUp(app, app.token)).statusCode).toBe(200)
  })

  test('is void once a newer one is made', async () => {
    const app = await withReset()
    const newer = tokenOf((await app.makeLink(app.uma.id)).json().link.address)
    await expectOver(app, app.token)
    expect((await takeLinkUp(app, newer)).statusCode).toBe(200)
  })

  test('is void once it has expired', async () => {
    const app = await withReset()
    const expiresAt = toIso(Date.now() - 1)
    await app.db.updateTable('account_links').set({ expiresAt }).execute()
    await expectOver(app, app.token)
  })

  test.each([
    [
      'the user has changed the password',
      async (app: Reset) => {
        const { inject } = await app.as(app.uma)
        const newPassword = 'another one'
        const payload = { currentPassword: 'right password', newPassword }
        return inject({
          method: 'PUT',
          url: '/api/auth/change-password',
          payload: { ...payload, confirmPassword: newPassword },
        })
      },
    ],
    [
      'an administrator has set one',
      async (app: Reset) =>
        app.ada.inject({
          method: 'PUT',
          url: `/api/users/${app.uma.id}/password`,
          payload: { newPassword: 'another one' },
        }),
    ],
    ['the console has', async (app: Reset) => resetPassword(app.db, 'uma', 'another one')],
    [
      'the user was deactivated, and is active again',
      async (app: Reset) => {
        for (const isActive of [false, true]) {
          const url = `/api/users/${app.uma.id}`
          await app.ada.inject({ method: 'PUT', url, payload: { isActive } })
        }
      },
    ],
    [
      'the user is gone',
      async (app: Reset) => app.ada.inject({ method: 'DELETE', url: `/api/users/${app.uma.id}` }),
    ],
  ])('is void when %s', async (_what, happen) => {
    const app = await withReset()
    expect((await openLink(app, app.token)).statusCode).toBe(200)
    await happen(app)
    await expectOver(app, app.token)
  })

  test('sets the password, but does not replace the second step', async () => {
    const app = await start()
    const { user } = await userWithTotp(app)
    const token = tokenOf((await app.makeLink(user.id)).json().link.address)
    expect((await takeLinkUp(app, token)).json()).toEqual({ token: null })
    const answer = await logIn(app, 'uma', 'a fine new day')
    expect(answer.json()).toMatchObject({ secondFactor: { ways: ['totp', 'recovery-code'] } })
  })

  test('is not made for inactive or unknown users, or for oneself', async () => {
    const app = await start()
    const { id } = await inactiveUser(app.db)
    const tries = [id, '00000000-0000-4000-8000-000000000000', app.ada.user.id]
    const answers = await Promise.all(tries.map((each) => app.makeLink(each)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 404, 400])
  })
})

type Reset = Awaited<ReturnType<typeof withReset>>

describe('by e-mail', () => {
  test('a link goes to the address only', async () => {
    const { mail, notices } = await startMail('https://dashboard.example.org')
    const app = await start({ settings: { notices } })
    const answer = await app.invite({ ...mia, emailAddress: ' Mia@Example.org ' })
    expect(answer.json()).toMatchObject({
      message: 'The link was sent to Mia@Example.org.',
      link: { address: null, sentTo: 'Mia@Example.org' },
    })
    const [received] = mail.mails
    // Domains are case-insensitive, so the mail program writes them in lower case.
    expect(received?.to).toEqual(['Mia@example.org'])
    const raw = received?.raw.replaceAll('=\r\n', '') ?? ''
    expect(raw).toContain('Subject: SMPW Dashboard: You are invited to SMPW Dashboard')
    expect(raw).toContain('Your username is mia.')
    expect(raw).not.toContain('under Profile')
    const [, token = ''] = /example\.org\/set-password#([\w-]{43})/.exec(raw) ?? []
    expect((await takeLinkUp(app, token)).statusCode).toBe(200)
  })

  test('one that cannot be sent is shown instead, without the address', async () => {
    const { mail, notices } = await startMail('https://dashboard.example.org')
    mail.faults.push({ step: 'recipient', code: 550 })
    const app = await start({ settings: { notices } })
    const answer = await app.invite({ ...mia, emailAddress: 'mia@example.org' })
    expect(answer.json().message).toBe(
      'It could not be sent: The mail server does not accept the recipient (550). Copy the link instead.',
    )
    const used = await takeLinkUp(app, tokenOf(answer.json().link.address))
    expect(used.statusCode).toBe(200)
    const rows = await app.db.selectFrom('account_links').select('sentTo').execute()
    expect(rows).toEqual([{ sentTo: null }])
  })
})
