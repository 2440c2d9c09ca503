import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
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

test('a card, a link and a control whose call is not there are left out', async ({ page }) => {
  const server = await startSpecifiedServer('full')
  await openSignedIn(page, server, '/dashboard/sync')
  await expect(page.getByRole('button', { name: 'Run' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review changes first' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Import history' })).toBeHidden()
  await expect(page.getByRole('button', { name: /Notices/ })).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  await openSignedIn(page, server, '/admin/monitoring')
  await expect(page.getByText('Manual Controls')).toBeVisible()
  await expect(page.getByText('System check')).toBeHidden()
  await expect(page.getByText('Messages', { exact: true })).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await openSignedIn(page, server, '/dashboard')
  await expect(page.getByText('This server does not offer it')).toBeVisible()
  await expectAccessible(page)
  await server.close()
})
