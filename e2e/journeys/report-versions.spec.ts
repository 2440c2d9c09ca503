import { readFile } from 'node:fs/promises'
import { startCircuitReport } from '@dashboard/contract/reports'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { entryNames } from '../zip-entries.ts'

/** A report that is made again supersedes the older one (docs/behavior.md#download-center). */

const dashboard = ownDashboard({}, { synced: 'sample' })
let api: ApiClient

const center = (page: Page) => page.getByRole('region', { name: 'Download Center' })
const button = (page: Page, name: string) => center(page).getByRole('button', { name, exact: true })

async function makeReports(api: ApiClient, ...circuits: string[]) {
  const { body } = await api.call(startCircuitReport, { body: { circuits } })
  await api.waitForJob(body.jobId)
}

test.beforeAll(async () => {
  api = await signInByApi(dashboard)
  await makeReports(api, 'NJ-1', 'NY-2')
})

onEachScreen(() => {
  test('shows each version as a report of its own, and counts all of them alike', async ({
    page,
  }) => {
    await makeReports(api, 'NY-2')
    await openSignedIn(page, dashboard, '/dashboard/reports')
    const rows = center(page).getByRole('list', { name: 'Reports' }).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(/\d+ pages?/)
    await expect(rows.getByText('Older version', { exact: true })).toHaveCount(1)
    await button(page, 'Select All').click()
    await expect(center(page).getByText('3 reports selected')).toBeVisible()
    await expect(button(page, 'Select All')).toBeDisabled()
    await takeScreenshots(page, 'reports')('versions')
    await expectAccessible(page)

    await button(page, 'Clear All').click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Are you sure you want to delete ALL 3 reports?')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Delete Selected').click()
    await expect(dialog).toContainText('Are you sure you want to delete 3 selected reports?')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const started = page.waitForEvent('download')
    await button(page, 'Download Archive').click()
    const names = entryNames(await readFile(await (await started).path()))
    const day = (await api.reports())[0]?.filename
    expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(3)
    expect(names).toContain(`NY-2/${day}`)
    expect(names).toContain(`NY-2/${day?.replace('.pdf', ' (2).pdf')}`)

    const filter = page.getByRole('combobox', { name: 'Filter reports' })
    await filter.selectOption('Without older versions')
    await expect(rows).toHaveCount(2)
    await button(page, 'Select All').click()
    await expect(center(page).getByText('2 reports selected')).toBeVisible()
    await button(page, 'Deselect All').click()
    await filter.selectOption('All reports')

    await rows.getByRole('button', { name: /^Delete report of NY-2, older/ }).click()
    await page.getByRole('button', { name: 'Delete report' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.getByText('Older version', { exact: true })).toHaveCount(0)
  })
})
