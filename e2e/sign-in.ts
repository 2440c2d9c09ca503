import { sessionTokenKey } from '@dashboard/contract/limits'
import { listSessions } from '@dashboard/contract/sessions'
import type { Page } from '@playwright/test'
import { signInByApi } from './api-client.ts'
import { admin, type Dashboard } from './dashboard.ts'

/** Session tokens of the first administrator, keyed by server: checking a password takes as long as opening a page. */
const adminTokens = new Map<string, string>()

/** Opens a page as a user who is already signed in; by default the first administrator. */
export async function openSignedIn(
  page: Page,
  dashboard: Pick<Dashboard, 'url'>,
  path: string,
  user = admin,
): Promise<void> {
  const token = user === admin ? await adminToken(dashboard) : await newToken(dashboard, user)
  // Stores the token before the page's own scripts run, and only on this visit: a page that signs out stays signed out.
  const script = await page.addInitScript(keepToken, {
    origin: new URL(dashboard.url).origin,
    key: sessionTokenKey,
    token,
  })
  await page.goto(`${dashboard.url}${path}`)
  await script.dispose()
}

/** Runs in the page. A frame of another origin may have no storage. */
function keepToken({ origin, key, token }: { origin: string; key: string; token: string }): void {
  if (location.origin === origin) localStorage.setItem(key, token)
}

async function newToken(dashboard: Pick<Dashboard, 'url'>, user: typeof admin): Promise<string> {
  return (await signInByApi(dashboard, user)).token
}

/** Returns the token of the previous page, unless that page's test has ended its session. */
async function adminToken(dashboard: Pick<Dashboard, 'url'>): Promise<string> {
  const known = adminTokens.get(dashboard.url)
  if (known !== undefined) {
    const headers = { authorization: `Bearer ${known}` }
    const { status } = await fetch(`${dashboard.url}${listSessions.path}`, { headers })
    if (status === 200) return known
  }
  const token = await newToken(dashboard, admin)
  adminTokens.set(dashboard.url, token)
  return token
}
