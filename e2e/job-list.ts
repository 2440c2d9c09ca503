import type { Locator, Page } from '@playwright/test'

/** Returns the rows of all jobs on the monitor, active and ended: both lists have "jobs" in their names. */
export function jobRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
}

export function jobRowOf(page: Page, id: string): Locator {
  const copyId = page.getByRole('button', { name: `${id.slice(-3)}: copy job id` })
  return jobRows(page).filter({ has: copyId })
}
