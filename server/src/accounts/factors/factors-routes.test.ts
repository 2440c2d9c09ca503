import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import {
  beginSignIn,
  codeOf,
  codeOfStepBefore,
  letTimePass,
  setUpTotp,
  takeStep,
  userWithTotp,
} from '../../../test/factors.ts'
import { hashOfRightPassword, listJobs, logIn } from '../../../test/login.ts'
import { activeUser } from '../../../test/users.ts'

const url = '/api/auth/factors'
const notRecent = { status: 409, reason: 'sign-in-not-recent' }

const outcome = (response: { statusCode: number; json: () => { reason?: string } }) => ({
  status: response.statusCode,
  reason: response.json().reason,
})

describe('signing in with an authenticator app', () => {
  test('asks for a code after the right password, and not before', async () => {
    const app = await startTestApp()
    const { user, secret } = await userWithTotp(app)
    expect((await logIn(app, 'uma', 'wrong')).statusCode).toBe(401)
    const first = await logIn(app, 'uma', 'right password')
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { secondFactor: { ticket: expect.any(String), ways: ['totp', 'recovery-code'] } },
    ])
    const { ticket } = first.json().secondFactor
    const second = await takeStep(app, ticket, codeOf(secret))
    const { token } = second.json()
    expect(decodeJwt(token)).toMatchObject({ userId: user.id })
    expect((await listJobs(app, token)).statusCode).toBe(200)
    // The ticket is used up, and cannot serve as a session.
    expect((await takeStep(app, ticket, codeOf(secret, 1))).statusCode).toBe(410)
    expect((await listJobs(app, ticket)).statusCode).toBe(401)
  })

  test('accepts a code of the next step, and none twice', async () => {
    const app = await startTestApp()
    const { secret } = await userWithTotp(app)
    const code = codeOf(secret)
    // Apps show the code in two groups, which some join by a hyphen; some keyboards type in full width.
    const grouped = inFullWidth(`${code.slice(0, 3)} -${code.slice(3)}`)
    expect((await takeStep(app, await beginSignIn(app), grouped)).statusCode).toBe(200)
    const again = await takeStep(app, await beginSignIn(app), code)
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      'This code is wrong. Each code works once: wait for the next one, or check the time of your phone.',
    ])
    expect((await takeStep(app, await beginSignIn(app), codeOf(secret, 1))).statusCode).toBe(200)
    // A code older than the last one used is refused.
    expect((await takeStep(app, await beginSignIn(app), code)).statusCode).toBe(400)
  })

  test('lets in only one of two who enter the same code at once', async () => {
    const app = await startTestApp()
    const { secret } = await userWithTotp(app)
    const tickets = [await beginSignIn(app), await beginSignIn(app)]
    const code = codeOf(secret)
    const answers = await Promise.all(tickets.map((ticket) => takeStep(app, ticket, code)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  })

  test('accepts each recovery code once', async () => {
    const app = await startTestApp()
    const { recoveryCodes } = await userWithTotp(app)
    expect(recoveryCodes).toHaveLength(10)
    const [code = '', next = ''] = recoveryCodes
    expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
    const typed = inFullWidth(` ${code.toUpperCase().replaceAll('-', ' ')}`)
    expect((await takeStep(app, await beginSignIn(app), typed)).statusCode).toBe(200)
    const again = await takeStep(app, await beginSignIn(app), code)
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      'This recovery code is wrong, or was used before.',
    ])
    expect((await takeStep(app, await beginSignIn(app), next)).statusCode).toBe(200)
    const rows = await app.db.selectFrom('recovery_codes').selectAll().execute()
    expect(rows).toHaveLength(8)
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[2])
  })

  test('throttles codes, also after the right password', async () => {
    const app = await startTestApp()
    const { secret } = await userWithTotp(app)
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await takeStep(app, await beginSignIn(app), '000000')).statusCode).toBe(400)
    }
    const throttled = await takeStep(app, await beginSignIn(app), codeOf(secret))
    expect(throttled.statusCode).toBe(429)
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(200)
    // A second address may fail five more times; after that every address is refused.
    for (let tries = 0; tries < 5; tries += 1) {
      const ticket = await beginSignIn(app, '10.0.0.2')
      expect((await takeStep(app, ticket, '000000', '10.0.0.2')).statusCode).toBe(400)
    }
    const ticket = await beginSignIn(app, '10.0.0.3')
    expect((await takeStep(app, ticket, codeOf(secret), '10.0.0.3')).statusCode).toBe(429)
  })

  test('lets its user in from a known network, and by a recovery code, while others guess codes', async () => {
    const app = await startTestApp()
    const { secret, recoveryCodes } = await userWithTotp(app)
    const at = async (address: string, code: string) =>
      (await takeStep(app, await beginSignIn(app, address), code, address)).statusCode
    expect(await at('10.0.0.1', codeOf(secret))).toBe(200)
    for (const address of ['10.0.0.2', '10.0.0.3']) {
      for (let tries = 0; tries < 5; tries += 1) expect(await at(address, '000000')).toBe(400)
    }
    expect(await at('10.0.0.4', codeOf(secret, 1))).toBe(429)
    expect(await at('10.0.0.1', codeOf(secret, 1))).toBe(200)
    expect(await at('10.0.0.5', recoveryCodes[0] ?? '')).toBe(200)
  })

  test('accepts no codes after a hundred wrong ones in a row, until a recovery code; its user is notified', async () => {
    const app = await startTestApp()
    const { user, secret, recoveryCodes, signedIn } = await userWithTotp(app)
    const other = await app.as('admin')
    /** The earlier wrong codes are long ago by now. */
    const give = async (code: string) => {
      await app.db.deleteFrom('login_failures').execute()
      const { statusCode, message } = await takeStep(app, await beginSignIn(app), code).then(
        (answer) => ({ statusCode: answer.statusCode, message: answer.json().message }),
      )
      return [statusCode, message]
    }
    const refused =
      'Codes of your authenticator app are no longer accepted, because too many wrong ones were entered. Use a recovery code or a passkey, or ask an administrator.'
    const titles = async (who: typeof signedIn) => {
      const { notices } = (await who.inject({ url: '/api/notices' })).json()
      return notices.map(({ kind }: { kind: string }) => kind)
    }
    const set = (wrongCodes: number) =>
      app.db.updateTable('totp_factors').set({ wrongCodes }).execute()
    await give('000000')
    await give('000000')
    const row = await app.db.selectFrom('totp_factors').select('wrongCodes').executeTakeFirst()
    expect(row).toEqual({ wrongCodes: 2 })
    await set(98)
    expect((await give('000000'))[0]).toBe(400)
    expect((await give(codeOf(secret)))[0]).toBe(200)
    await set(99)
    expect(await titles(signedIn)).toEqual([])
    expect((await give('000000'))[0]).toBe(400)
    expect(await titles(signedIn)).toEqual(['codes-refused'])
    expect(await titles(other)).toEqual([])
    expect(await give(codeOf(secret, 1))).toEqual([409, refused])
    expect(await titles(signedIn)).toEqual(['codes-refused'])
    const [code = ''] = recoveryCodes
    expect((await give(code))[0]).toBe(200)
    expect((await give(codeOf(secret, 1)))[0]).toBe(200)
    await set(100)
    await other.inject({ method: 'DELETE', url: `/api/users/${user.id}/factors` })
    expect((await logIn(app, 'uma', 'right password')).json()).toHaveProperty('token')
  })

  test('counts each of many wrong codes sent at once, and none that was not checked', async () => {
    const app = await startTestApp()
    await userWithTotp(app)
    await app.db.updateTable('totp_factors').set({ wrongCodes: 98 }).execute()
    const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']
    const tickets = await Promise.all(addresses.map((address) => beginSignIn(app, address)))
    const answers = await Promise.all(
      tickets.map((ticket, index) => takeStep(app, ticket, '000000', addresses[index])),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([400, 400, 409, 409])
    const row = await app.db.selectFrom('totp_factors').select('wrongCodes').executeTakeFirst()
    expect(row).toEqual({ wrongCodes: 100 })
    expect(await app.db.selectFrom('login_failures').selectAll().execute()).toHaveLength(2)
  })

  test('a sign-in that waits for its code ends with a new password, and with the account', async () => {
    const app = await startTestApp()
    const { user, secret } = await userWithTotp(app)
    const admin = await app.as('admin')
    const ticket = await beginSignIn(app)
    const payload = { newPassword: 'another one' }
    await admin.inject({ method: 'PUT', url: `/api/users/${user.id}/password`, payload })
    expect((await takeStep(app, ticket, codeOf(secret))).statusCode).toBe(410)
    await app.db.updateTable('users').set({ password: hashOfRightPassword }).execute()
    const waiting = await beginSignIn(app)
    const url = `/api/users/${user.id}`
    await admin.inject({ method: 'PUT', url, payload: { isActive: false } })
    expect((await takeStep(app, waiting, codeOf(secret))).statusCode).toBe(410)
  })

  test('a ticket is good for ten minutes', async () => {
    const app = await startTestApp()
    const { secret } = await userWithTotp(app)
    const ticket = await beginSignIn(app)
    const expiresAt = new Date(Date.now() - 1_000).toISOString()
    await app.db.updateTable('sign_in_tickets').set({ expiresAt }).execute()
    const late = await takeStep(app, ticket, codeOf(secret))
    expect([late.statusCode, late.json().message]).toEqual([
      410,
      'This took too long, or your password has changed. Log in again from the start.',
    ])
    expect((await takeStep(app, 'rubbish', codeOf(secret))).statusCode).toBe(410)
  })

  test('with another SESSION_SECRET codes no longer work, but recovery codes do', async () => {
    const app = await startTestApp()
    const { secret, recoveryCodes } = await userWithTotp(app)
    const sessionSecret = 'another secret for tests, long enough to sign with'
    const moved = await startTestApp({ db: app.db, settings: { sessionSecret } })
    const refused = await takeStep(moved, await beginSignIn(moved), codeOf(secret))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Codes of your authenticator app no longer work, since the secret of this server has changed. Use a recovery code or a passkey, or ask an administrator.',
    ])
    const [code = ''] = recoveryCodes
    expect((await takeStep(moved, await beginSignIn(moved), code)).statusCode).toBe(200)
  })
})

describe('one’s own second steps', () => {
  test('are listed, without a secret, and removed with their recovery codes', async () => {
    const app = await startTestApp()
    const { inject } = await app.as('user')
    const none = {
      totp: null,
      passkeys: [],
      recoveryCodes: 0,
      isRequired: false,
      canReplacePassword: false,
    }
    expect((await inject({ url })).json()).toEqual(none)
    const { secret } = await setUpTotp({ inject })
    expect((await inject({ url })).json()).toEqual({
      ...none,
      totp: { createdAt: expect.any(String), lastUsedAt: null },
      recoveryCodes: 10,
    })
    const row = await app.db.selectFrom('totp_factors').selectAll().executeTakeFirstOrThrow()
    expect(row.secret).not.toContain(secret)
    expect((await inject({ method: 'DELETE', url: `${url}/totp` })).statusCode).toBe(200)
    expect((await inject({ url })).json()).toEqual(none)
    expect((await inject({ method: 'DELETE', url: `${url}/totp` })).statusCode).toBe(404)
  })

  test('an app counts only once a code of it was entered, and a new app replaces the old one', async () => {
    const app = await startTestApp()
    const { signedIn, secret } = await userWithTotp(app)
    const { inject } = signedIn
    const totp = `${url}/totp`
    const begun = (await inject({ method: 'POST', url: totp })).json()
    expect(begun.address).toContain(`secret=${begun.secret}`)
    const finish = (code: string, ticket = begun.ticket) =>
      inject({ method: 'PUT', url: totp, payload: { ticket, code } })
    expect((await finish('000000')).statusCode).toBe(400)
    expect((await finish(codeOf(secret))).statusCode).toBe(400)
    const other = await app.as('user')
    const payload = { ticket: begun.ticket, code: codeOf(begun.secret) }
    expect((await other.inject({ method: 'PUT', url: totp, payload })).statusCode).toBe(410)
    const replaced = await finish(await codeOfStepBefore(begun.secret))
    expect([replaced.statusCode, replaced.json().recoveryCodes]).toEqual([200, null])
    expect((await finish(codeOf(begun.secret))).statusCode).toBe(410)
    expect((await takeStep(app, await beginSignIn(app), codeOf(secret))).statusCode).toBe(400)
    const now = await takeStep(app, await beginSignIn(app), codeOf(begun.secret))
    expect(now.statusCode).toBe(200)
  })

  test('new recovery codes replace the old ones, and need a second step', async () => {
    const app = await startTestApp()
    const { signedIn, recoveryCodes } = await userWithTotp(app)
    const renew = { method: 'POST', url: `${url}/recovery-codes` } as const
    const renewed = (await signedIn.inject(renew)).json().recoveryCodes
    expect(renewed).toHaveLength(10)
    const [old = ''] = recoveryCodes
    expect((await takeStep(app, await beginSignIn(app), old)).statusCode).toBe(400)
    expect((await takeStep(app, await beginSignIn(app), renewed[9])).statusCode).toBe(200)
    const other = await app.as('user')
    expect((await other.inject(renew)).statusCode).toBe(409)
  })

  test('change only soon after signing in, or after confirming one’s identity', async () => {
    const app = await startTestApp()
    const { signedIn, secret, recoveryCodes } = await userWithTotp(app)
    const { inject } = signedIn
    const begin = () => inject({ method: 'POST', url: `${url}/totp` })
    const confirm = async (payload: object) => {
      const answer = await inject({ method: 'POST', url: '/api/auth/confirm', payload })
      return answer.statusCode
    }
    await letTimePass(app, 9)
    expect((await begin()).statusCode).toBe(200)
    await letTimePass(app)
    expect(outcome(await begin())).toEqual(notRecent)
    expect(outcome(await inject({ method: 'DELETE', url: `${url}/totp` }))).toEqual(notRecent)
    const renew = await inject({ method: 'POST', url: `${url}/recovery-codes` })
    expect(outcome(renew)).toEqual(notRecent)
    expect(await confirm({ password: 'wrong' })).toBe(400)
    expect(await confirm({ code: '000000' })).toBe(400)
    expect(await confirm({})).toBe(400)
    expect(outcome(await begin())).toEqual(notRecent)
    const [recoveryCode] = recoveryCodes
    for (const proof of [
      { password: 'right password' },
      { code: codeOf(secret) },
      { code: recoveryCode },
    ]) {
      await letTimePass(app)
      expect(await confirm(proof)).toBe(200)
      expect((await begin()).statusCode).toBe(200)
    }
  })

  test('wrong passwords are throttled here, too', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db, { username: 'uma', password: hashOfRightPassword })
    const { inject } = await app.as(user)
    const confirm = (password: string) =>
      inject({ method: 'POST', url: '/api/auth/confirm', payload: { password } })
    const first = await confirm('wrong')
    expect(first.json()).toEqual({
      message: 'Current password is incorrect',
      issues: [{ path: 'password', message: 'Current password is incorrect' }],
    })
    for (let tries = 0; tries < 4; tries += 1) await confirm('wrong')
    expect((await confirm('right password')).statusCode).toBe(429)
  })
})

describe('an administrator', () => {
  test('removes the second steps of others, whose sessions end, but not their own', async () => {
    const app = await startTestApp()
    const { user, signedIn } = await userWithTotp(app)
    const admin = await app.as('admin')
    const reset = (id: string) =>
      admin.inject({ method: 'DELETE', url: `/api/users/${id}/factors` })
    const done = await reset(user.id)
    expect([done.statusCode, done.json().message]).toEqual([
      200,
      '@uma now signs in with the password alone.',
    ])
    expect((await listJobs(app, signedIn.token)).statusCode).toBe(401)
    expect((await logIn(app, 'uma', 'right password')).json()).toHaveProperty('token')
    expect(await app.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
    expect((await reset('nobody')).statusCode).toBe(404)
    const own = await reset(admin.user.id)
    expect([own.statusCode, own.json().message]).toEqual([
      400,
      'Remove your own second steps under Profile.',
    ])
  })
})

/** Returns a text as a keyboard for Japanese may type it. */
function inFullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}
