import type { Page } from '@playwright/test'

/** Collects the violations of the server's content policy on the page from now on, across its navigations. */
export async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => void violations.push(text))
  await page.addInitScript(`
    document.addEventListener('securitypolicyviolation', (event) => {
      reportViolation(location.pathname + ': ' + event.violatedDirective + ' ' + event.sample + ' ' + event.blockedURI)
    })`)
  return violations
}
