import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSheet } from '@dashboard/contract/sync'
import { expect } from '@playwright/test'
import { expectAccessibleAtEachWidth } from '../accessibility.ts'
import { signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { people, writeSheet } from '../sheet-file.ts'
import { openSignedIn } from '../sign-in.ts'

/** Changes made by imports, and imports without changes (docs/imports.md#screens). */

let dashboard: Dashboard
let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'))
  const sheet = join(folder, 'volunteers.csv')
  await writeSheet(sheet, people('Astoria', 14))
  dashboard = await startDashboard({ SPREADSHEET: `file:${sheet}` })
})
test.afterAll(async () => {
  await dashboard.stop()
  await rm(folder, { recursive: true })
})

test('syncs without changes take one line, which opens', async ({ page }) => {
  const api = await signInByApi(dashboard)
  for (let sync = 0; sync < 4; sync++) {
    expect((await api.call(importSheet)).status).toBe(200)
  }
  await openSignedIn(page, dashboard, '/dashboard/sync')
  const history = page.getByRole('region', { name: 'Import history' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByText('14 new')).toBeVisible()
  const quiet = history.getByText('3 syncs without changes')
  const links = history.getByRole('link', { name: /^Import of/ })
  await expect(links).toHaveCount(1)
  await quiet.click()
  await expect(links).toHaveCount(4)
  await expectAccessibleAtEachWidth(page)
  await links.first().click()
  await expect(page).toHaveURL(/\/sync\/imports\//)
})
