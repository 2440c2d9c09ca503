import type { Page } from '@playwright/test'

/** Goes to an address inside the open app, as a link does: it costs half of a load. */
export async function goInApp(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}
