import { expect, test } from '@playwright/test'
import { watchErrors } from '../page-errors.ts'
import { openSignedIn } from '../sign-in.ts'
import { type SpecifiedServer, startSpecifiedServer } from '../specification/specified-server.ts'
import { specifiedPages } from '../specified-pages.ts'

/**
 * A server whose responses have only the fields that the specification names: every page is shown, and its actions
 * work.
 */

for (const data of ['empty', 'full'] as const) {
  test.describe(data, () => {
    let server: SpecifiedServer
    test.beforeAll(async () => {
      server = await startSpecifiedServer(data)
    })
    test.afterAll(() => server.close())

    test('each page is shown without an error', async ({ page }) => {
      const errors = watchErrors(page)
      for (const address of specifiedPages) {
        await openSignedIn(page, server, address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.getByText('This page cannot be shown.')).toBeHidden()
        await expect(page.getByText(/could not be loaded|cannot be shown/)).toBeHidden()
      }
      expect(errors).toEqual([])
    })
  })
}

test('syncs, reports, users and monitoring work on such answers', async ({ page }) => {
  const server = await startSpecifiedServer('full')
  const errors = watchErrors(page)
  const toast = (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
  await openSignedIn(page, server, '/dashboard/sync')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await toast('Export + Import Started')
  await openSignedIn(page, server, '/dashboard/reports')
  await page.getByRole('checkbox', { name: 'NY-1', exact: true }).first().click()
  await page.getByRole('button', { name: 'Generate 1 Report' }).click()
  await toast('Reports Generating')
  await openSignedIn(page, server, '/admin/users')
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit User' }).click()
  await page.getByLabel('First name').fill('Augusta')
  await page.getByRole('button', { name: /Save|Update/ }).click()
  await toast('User Updated')
  await openSignedIn(page, server, '/admin/monitoring')
  await page.getByRole('switch', { name: 'Auto-Sync' }).click()
  await toast('Auto-Sync Updated')
  await expect(page.getByRole('switch', { name: 'Auto-Sync' })).toBeChecked()
  expect(errors).toEqual([])
  await server.close()
})
