import { expect } from '@playwright/test'
import { test } from '../kept-page.ts'
import { says } from './says.ts'
import { inEachWorld } from './worlds.ts'

/** The frame of the pages, and addresses that nothing is at. */

inEachWorld((world) => {
  test('other addresses', async ({ page }) => {
    await says("any other path: 404 page titled '404 Page Not Found'.", async () => {
      await world.open(page, '/no/such/page')
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    })
    await says("the subtitle reads 'Analytics & Reporting'.", async () => {
      await world.open(page, '/dashboard/sync')
      await expect(page.getByText('Analytics & Reporting', { exact: true }).first()).toBeVisible()
    })
  })
})
