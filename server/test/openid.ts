import {
  type OpenIdDoubleOptions,
  openIdClient,
  type Person,
  startOpenIdDouble,
} from '@dashboard/doubles/openid/openid-double'
import type { OpenIdSettings, SignInSettings } from '@dashboard/store/settings/settings-sign-in'
import { onTestFinished } from 'vitest'
import { returnPath } from '../src/accounts/openid/provider.ts'
import { startTestApp, type TestApp } from './app.ts'

export const publicUrl = 'https://dashboard.example.org'

export const mia: Person = {
  sub: 'mia-at-acme',
  email: 'Mia@Example.org',
  email_verified: true,
  name: 'Mia Ortega',
  given_name: 'Mia',
  family_name: 'Ortega',
  preferred_username: 'mia',
}

export const userOf = (token: string) => JSON.parse(atob(token.split('.')[1] ?? ''))

type Provider = Awaited<ReturnType<typeof startProvider>>

export async function startProvider(options: Partial<OpenIdDoubleOptions> = {}) {
  const redirectUris = [`${publicUrl}${returnPath}`]
  const double = await startOpenIdDouble({ redirectUris, ...options })
  onTestFinished(() => double.close())
  return double
}

export function signInSettings(
  { url }: Pick<Provider, 'url'>,
  changes: Partial<OpenIdSettings> = {},
  rescueAdmin?: string,
): SignInSettings {
  const openId = {
    issuer: new URL(url).href,
    clientId: openIdClient.id,
    clientSecret: openIdClient.secret,
    name: 'Acme',
    scope: 'openid profile email',
    publicUrl,
    signUp: false,
    roles: undefined,
    ...changes,
  }
  return { openId, rescueAdmin }
}

/** Starts a server with a real provider. */
export async function startWithProvider(changes: Partial<OpenIdSettings> = {}) {
  const provider = await startProvider()
  const app = await startTestApp({ settings: { signIn: signInSettings(provider, changes) } })
  return { ...app, provider, ...steps(app, provider) }
}

type Inject = TestApp['inject']

/** Returns the steps of a sign-in, as a browser does them. */
export function steps({ inject }: { inject: Inject }, provider: Provider) {
  const begin = async (by: Inject = inject, url = '/api/auth/openid') => {
    const answer = await by({ method: 'POST', url, remoteAddress: '10.9.8.7' })
    return answer.json<{ url: string; key: string }>()
  }
  const finish = (payload: object, by: Inject = inject) =>
    by({ method: 'POST', url: '/api/auth/openid/finish', remoteAddress: '10.9.8.7', payload })
  /** Does all steps, from the button to the answer of the last call. */
  const signInAs = async (person: Person) => {
    provider.person = person
    const { url, key } = await begin()
    return finish({ ...(await visit(url)), key })
  }
  /** Does the same for linking. */
  const link = async (by: Inject, person: Person) => {
    provider.person = person
    const { url, key } = await begin(by, '/api/auth/openid/link')
    const payload = { ...(await visit(url)), key }
    return by({ method: 'PUT', url: '/api/auth/openid/link', remoteAddress: '10.9.8.7', payload })
  }
  return { begin, finish, signInAs, link }
}

/** Follows the provider's redirects until the address is the dashboard's; returns the parameters there. */
export async function visit(url: string) {
  const cookies = new Map<string, string>()
  let next = url
  while (!next.startsWith(publicUrl)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`No redirect: ${await answer.text()}`)
    next = new URL(location, next).href
  }
  const { code, state, iss, ...others } = Object.fromEntries(new URL(next).searchParams)
  return { code, state, issuer: iss, ...others }
}
