import { sessionTokenKey } from '@dashboard/contract/limits'
import { listSessions } from '@dashboard/contract/sessions'
import type { Page } from '@playwright/test'
import { signInByApi } from './api-client.ts'
import { admin, type Dashboard } from './dashboard.ts'

/** The first administrator's session on each server: checking a password takes as long as opening a page. */
const adminTokens = new Map<string, string>()

/** Opens a page as somebody who has signed in before; the first administrator by default. */
export async function openSignedIn(
  page: Page,
  dashboard: Pick<Dashboard, 'url'>,
  path: string,
  user = admin,
): Promise<void> {
  const token = user === admin ? await adminToken(dashboard) : await newToken(dashboard, user)
  // The storage is there for every page of the address; this one has the least to load.
  await page.goto(`${dashboard.url}/robots.txt`)
  const entry = JSON.stringify([sessionTokenKey, token])
  await page.evaluate(`localStorage.setItem(...${entry})`)
  await page.goto(`${dashboard.url}${path}`)
}

async function newToken(dashboard: Pick<Dashboard, 'url'>, user: typeof admin): Promise<string> {
  return (await signInByApi(dashboard, user)).token
}

/** That of the page before, unless its test has ended it. */
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
