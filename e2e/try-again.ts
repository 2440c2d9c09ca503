import type { Locator, Page } from '@playwright/test'

/**
 * Presses 'Try again' of a call that fails: once while it still fails, once after `mend`. The page
 * polls, and an answer to a poll would take the button away; the first press puts the next poll a
 * whole interval off.
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
