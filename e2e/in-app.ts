import { expect, type Page } from '@playwright/test'

/** Goes to an address inside the open app, as a link does: it costs half of a load. */
export async function goInApp(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}

/** Goes to the page at another address, whose subtitle is another one, and waits until it is drawn. */
export async function goToPageInApp(page: Page, address: string): Promise<void> {
  const subtitle = page.getByRole('banner').getByRole('paragraph')
  const before = await subtitle.textContent()
  await goInApp(page, address)
  await expect(subtitle).not.toHaveText(before ?? '')
}
