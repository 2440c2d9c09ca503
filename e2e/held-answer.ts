import type { Page } from '@playwright/test'

/** Holds the answers of a call, so that a spec sees the page while it loads, and then after it has failed. */
export async function holdAnswer(page: Page, address: string | RegExp) {
  const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await isRefused
    await route.fulfill({ status: 503, json: { message: 'The database is busy. Try again.' } })
  })
  return {
    /** Answers all that was held, and all that comes, with a failure. */
    refuse,
    /** Lets the server answer. */
    release: () => page.unroute(address),
  }
}
