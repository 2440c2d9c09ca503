import { readFile } from 'node:fs/promises'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { expect } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'
import { entryNames } from '../zip-entries.ts'

/**
 * The data that a person can request about themselves (docs/privacy.md). Who may export them is in
 * web/test/pages/held-data.page.test.tsx.
 */

const dashboard = ownDashboard({}, { synced: 'sample' })

test('everything that is held about a person is saved as a file', async ({ page }) => {
  const { volunteers } = (await (await signInByApi(dashboard)).call(listVolunteers)).body
  await openSignedIn(page, dashboard, `/dashboard/volunteers/${volunteers[0]?.id}`)
  const save = page.getByRole('button', { name: 'Export Personal Data' })
  await expect(save).toBeVisible()
  const begun = page.waitForEvent('download')
  await save.click()
  const download = await begun
  const name = download.suggestedFilename()
  expect(name).toMatch(/\.zip$/)
  expect(entryNames(await readFile(await download.path()))).toContain('data.json')
  await expect(page.getByText('Download Started', { exact: true })).toBeVisible()
  await expect(page.getByText(name, { exact: true })).toBeVisible()
})
