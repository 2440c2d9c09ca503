import type { Page } from '@playwright/test'
import type { Dashboard } from './dashboard.ts'
import { openSignedIn } from './sign-in.ts'

/** Opens a job's details on the monitor, as a link does. */
export function openDetails(page: Page, dashboard: Dashboard, id: string): Promise<void> {
  return openSignedIn(page, dashboard, `/dashboard/monitor?job=${id}`)
}

export function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: /^Job Details/ })
}

export function logBox(page: Page) {
  return page.getByRole('region', { name: 'Log', exact: true })
}

/** Returns a log of numbered lines, about 28 characters each. */
export function logOf(lines: number): string {
  return Array.from(
    { length: lines },
    (_, index) => `Line ${index + 1}: ${index * 7} volunteers\n`,
  ).join('')
}
