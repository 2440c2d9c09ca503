import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { Dashboard } from './dashboard.ts'

/** Adds an authenticator like a phone's: it stores passkeys and verifies its user. */
export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    refuse: (isRefused: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefused }),
  }
}

/** Changes the sessions so that everybody appears to have signed in an hour ago. */
export function letAnHourPass({ dataDir }: Dashboard): void {
  const db = new DatabaseSync(join(dataDir, 'dashboard.db'))
  const confirmedAt = new Date(Date.now() - 3_600_000).toISOString()
  db.prepare('update sessions set "confirmedAt" = ?').run(confirmedAt)
  db.close()
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Prints a link to sign in with, as an operator does on the server's machine. */
export async function printSignInLink(dashboard: Dashboard, username: string): Promise<string> {
  const { port } = new URL(dashboard.url)
  const program = ['server/src/admin.ts', 'sign-in-link', username]
  const env = { PATH: process.env.PATH, DATA_DIR: dashboard.dataDir, PORT: port }
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: root, env })
  return /http:\S+/.exec(stdout)?.[0] ?? stdout
}
