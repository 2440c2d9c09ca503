import type { Locator, Page } from '@playwright/test'

/**
 * Presses 'Try again' of a failing call: once while it still fails, once after `mend`. The page also polls, and the
 * response to a poll would remove the button; the first press delays the next poll by a whole interval.
 */
export async function tryAgain(
  page: Page,
  button: Locator,
  failing: { call: string; mend: () => void | Promise<void> },
): Promise<void> {
  const refused = page.waitForResponse(failing.call)
  await button.click()
  await refused
  await failing.mend()
  await button.click()
}
