import type { Page } from '@playwright/test'

/** What a page throws, and what it says in the console besides the calls that were refused. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text)
  })
  return errors
}
