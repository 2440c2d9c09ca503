import { readFile } from 'node:fs/promises'
import { listReports, startCircuitReport } from '@dashboard/contract/reports'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccountWith } from '../accounts.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { entryNames } from '../zip-entries.ts'

/** How long data are kept, and the data that a person can request about themselves (docs/privacy.md). */

// So short that each report is announced from its first day.
const dashboard = ownDashboard({ KEEP_REPORTS_DAYS: '10' }, { synced: 'sample' })
let api: ApiClient

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
  const { body } = await api.call(startCircuitReport, { body: { circuits: ['NY-1'] } })
  await api.waitForJob(body.jobId)
})

async function downloaded(page: Page, button: string): Promise<[name: string, content: Buffer]> {
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download = await begun
  return [download.suggestedFilename(), await readFile(await download.path())]
}

onEachScreen(() => {
  test('everything that is held about a person is exported by administrators alone', async ({
    page,
  }) => {
    const { volunteers } = (await api.call(listVolunteers)).body
    const [person] = volunteers
    if (!person) throw new Error('There are no volunteers')
    const path = `/dashboard/volunteers/${person.id}`
    await openSignedIn(page, dashboard, path)
    await expectAccessible(page)
    const [name, content] = await downloaded(page, 'Export Personal Data')
    expect(name).toMatch(/\.zip$/)
    expect(entryNames(content)).toContain('data.json')
    await expect(page.getByText('Download Started', { exact: true })).toBeVisible()
    await expect(page.getByText(name, { exact: true })).toBeVisible()

    const user = { username: `user-${Date.now()}`, password: 'not-a-common-password' }
    await createAccountWith(api, user)
    await openSignedIn(page, dashboard, path, user)
    await expect(page.getByRole('heading', { name: person.lastName })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export Personal Data' })).toHaveCount(0)
  })
})

test('reports that will be deleted are announced, and downloaded from there', async ({ page }) => {
  // The server searches for old data a minute after its start.
  const expiring = async () => (await api.call(listReports)).body.expiring?.reports
  await expect.poll(expiring, { timeout: 90_000 }).toBe(1)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  const center = page.getByRole('region', { name: 'Download Center' })
  const announced = center.getByText(
    /^1 old report will be deleted on \w{3} \d+, \d{4}\. Download what is still needed, or generate it anew\.$/,
  )
  await expect(announced).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  await takeScreenshots(page, 'reports')('expiring')
  const [name, content] = await downloaded(page, 'Download Old Report')
  expect(name).toMatch(/\.zip$/)
  expect(entryNames(content)).toContainEqual(expect.stringMatching(/NY-1.*\.pdf$/))
})
