import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { smtpCredentials, startSmtpDouble } from '@dashboard/doubles/smtp/smtp-double'
import { onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'

/** Goes through links to set a password, from the administrator's call to the new session. */

/** Starts a real mail server; returns it with the settings of a server that uses it. */
export async function startMail(publicUrl: string) {
  const mail = await startSmtpDouble({ encryption: 'starttls' })
  onTestFinished(() => mail.close())
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, mail.certificate])
  const { user, password: pass } = smtpCredentials
  const email = {
    host: '127.0.0.1',
    port: mail.port,
    isSecure: false,
    credentials: { user, pass },
    from: { name: undefined, address: 'dashboard@example.org' },
  }
  return { mail, notices: { publicUrl, email } }
}

export const tokenOf = (address: string) => address.split('#')[1] ?? ''

export function openLink({ inject }: Pick<TestApp, 'inject'>, token: string) {
  return inject({ method: 'POST', url: '/api/auth/link/open', payload: { token } })
}

export function takeLinkUp(
  { inject }: Pick<TestApp, 'inject'>,
  token: string,
  newPassword = 'a fine new day',
) {
  const payload = { token, newPassword }
  return inject({ method: 'POST', url: '/api/auth/link', payload, remoteAddress: '10.9.8.7' })
}
