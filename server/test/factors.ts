import { setTimeout } from 'node:timers/promises'
import { toIso } from '@dashboard/store/database/column-values'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { createAuthenticator } from './authenticator.ts'
import { hashOfRightPassword, logIn } from './login.ts'
import { activeUser } from './users.ts'

/** Sets up second steps of users, through the calls that the web app makes. */

export const stepMs = 30_000

/** Returns the code that an authenticator app shows now, or `stepsLater` time steps later. */
export function codeOf(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * stepMs
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/**
 * Returns the code of the step before, which the server accepts as long as the present step lasts: waits for the next
 * step if this one ends within a second.
 */
export async function codeOfStepBefore(secret: string): Promise<string> {
  const leftMs = () => stepMs - (Date.now() % stepMs)
  // Checked again, since a timer may end in the last millisecond of the step.
  while (leftMs() < 1000) await setTimeout(leftMs())
  return codeOf(secret, -1)
}

type SignedIn = Awaited<ReturnType<TestApp['as']>>

/** Adds an authenticator app; its code of the step before is used up. */
export async function setUpTotp({ inject }: Pick<SignedIn, 'inject'>) {
  const url = '/api/auth/factors/totp'
  const { ticket, secret } = (await inject({ method: 'POST', url })).json()
  const payload = { ticket, code: await codeOfStepBefore(secret) }
  const answer = await inject({ method: 'PUT', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  const { recoveryCodes } = answer.json()
  return { secret: String(secret), recoveryCodes: recoveryCodes as string[] | null }
}

/** Returns a user with an authenticator app, and the calls that sign in. */
export async function userWithTotp(app: TestApp, make: typeof activeUser = activeUser) {
  const user = await make(app.db, { username: 'uma', password: hashOfRightPassword })
  const signedIn = await app.as(user)
  const { secret, recoveryCodes } = await setUpTotp(signedIn)
  return { user, signedIn, secret, recoveryCodes: recoveryCodes ?? [] }
}

/** Returns the ticket of a sign-in whose password was right. */
export async function beginSignIn(app: Pick<TestApp, 'inject'>, address = '10.0.0.1') {
  const answer = (await logIn(app, 'uma', 'right password', address)).json()
  return String(answer.secondFactor.ticket)
}

export function takeStep(
  { inject }: Pick<TestApp, 'inject'>,
  ticket: string,
  code: string,
  remoteAddress = '10.0.0.1',
) {
  const url = '/api/auth/second-factor'
  return inject({ method: 'POST', url, payload: { ticket, code }, remoteAddress })
}

/** Makes the sign-in of this session no longer recent. */
export async function letTimePass({ db }: Pick<TestApp, 'db'>, minutes = 11): Promise<void> {
  const confirmedAt = toIso(Date.now() - minutes * 60_000)
  await db.updateTable('sessions').set({ confirmedAt }).execute()
}

export const relyingParty = { origin: 'https://dash.example.org', rpId: 'dash.example.org' }

/** Settings with which passkeys can be used. */
export const withPasskeys = {
  settings: { notices: { publicUrl: relyingParty.origin } },
}

/** Adds a passkey, made by a new authenticator. */
export async function addPasskey({ inject }: Pick<SignedIn, 'inject'>, name = 'My phone') {
  const authenticator = createAuthenticator(relyingParty)
  const url = '/api/auth/factors/passkeys'
  const { options } = (await inject({ method: 'POST', url: `${url}/options` })).json()
  const payload = { name, passkey: authenticator.make(options.challenge) }
  const response = await inject({ method: 'POST', url, payload })
  return { authenticator, response, id: String(response.json().passkey?.id) }
}

/** Returns the challenge for a sign-in. */
export async function askChallenge({ inject }: Pick<TestApp, 'inject'>): Promise<string> {
  const answer = await inject({ method: 'POST', url: '/api/auth/passkey/options' })
  return answer.json().options.challenge
}
