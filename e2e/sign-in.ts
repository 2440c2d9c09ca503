import { sessionTokenKey } from '@dashboard/contract/limits'
import type { Page } from '@playwright/test'
import { signInByApi } from './api-client.ts'
import { admin, type Dashboard } from './dashboard.ts'

/** Opens a page as somebody who has signed in before; the first administrator by default. */
export async function openSignedIn(
  page: Page,
  dashboard: Pick<Dashboard, 'url'>,
  path: string,
  user = admin,
): Promise<void> {
  const { token } = await signInByApi(dashboard, user)
  // The storage is there for every page of the address; this one has the least to load.
  await page.goto(`${dashboard.url}/robots.txt`)
  const entry = JSON.stringify([sessionTokenKey, token])
  await page.evaluate(`localStorage.setItem(...${entry})`)
  await page.goto(`${dashboard.url}${path}`)
}
