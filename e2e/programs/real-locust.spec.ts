import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLookupOptions } from '@dashboard/contract/reports'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { expect } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { test } from '../reused-page.ts'
import { openSignedIn } from '../sign-in.ts'
import { entryNames } from '../zip-entries.ts'

/**
 * The main job on realistic data: 400 volunteers in many scripts, commas and quotes in names, two congregations with
 * the same name, a byte order mark, an unknown column, cells that begin with `=`.
 */

let dashboard: Dashboard
let folder: string
let locust: Awaited<ReturnType<typeof startLocustDouble>>

for (const format of ['csv', 'json', 'xlsx'] as const) {
  test.describe(`Locust that answers ${format}`, () => {
    test.beforeAll(async () => {
      locust = await startLocustDouble({ format })
      folder = await mkdtemp(join(tmpdir(), 'dashboard-locust-'))
      // Uses both kinds of sheet files.
      const sheet = join(folder, format === 'json' ? 'sheet.csv' : 'sheet.xlsx')
      dashboard = await startDashboard({
        LOCUST_URL: locust.url,
        LOCUST_TOKEN: locustToken,
        SPREADSHEET: `file:${sheet}`,
      })
    })

    test.afterAll(async () => {
      await dashboard.stop()
      await locust.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('is synced', async () => {
      const api = await signInByApi(dashboard)
      const { exportJob, importJob } = await api.sync()
      expect(exportJob).toMatchObject({ status: 'completed', error: null })
      expect(importJob).toMatchObject({ status: 'completed', error: null })
      expect(importJob.logs).toContain('400 rows read, 400 imported')
      const { body: lookup } = await api.call(getLookupOptions)
      expect(lookup.circuits).toEqual(['NJ 07, North', 'NY-2', 'NY-10'])
      expect(lookup.congregations).toEqual(
        expect.arrayContaining(['Park (NJ 07, North)', 'Park (NY-2)', 'Río "Sur"', 'Восток']),
      )
    })

    // What was imported is the same, whatever Locust answers.
    if (format !== 'csv') return

    test('is reported on and downloaded', async ({ page }) => {
      const api = await signInByApi(dashboard)
      await openSignedIn(page, dashboard, '/dashboard/reports')
      const card = page.getByRole('region', { name: 'Generate Reports' })
      await card.getByRole('checkbox', { name: 'NJ 07, North', exact: true }).check()
      await card.getByRole('button', { name: 'Generate 1 Report' }).click()
      await card.getByRole('combobox', { name: 'Report type' }).selectOption('Congregation Report')
      for (const name of ['Park (NJ 07, North)', 'Park (NY-2)', 'Hill, Upper']) {
        await card.getByRole('checkbox', { name, exact: true }).check()
      }
      await card.getByRole('button', { name: 'Generate 3 Reports' }).click()

      const center = page.getByRole('region', { name: 'Download Center' })
      await expect(center.getByRole('checkbox', { name: /^Select report of/ })).toHaveCount(4)
      for (const job of await api.jobs()) {
        expect(await api.waitForJob(job.id)).toMatchObject({ status: 'completed', error: null })
      }
      await center.getByRole('button', { name: 'Select All', exact: true }).click()
      const started = page.waitForEvent('download')
      await center.getByRole('button', { name: 'Download Archive' }).click()
      const names = entryNames(await readFile(await (await started).path()))
      expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(
        new Set(['manifest.csv', 'NJ 07, North', 'NY-2', 'NY-10']),
      )
      expect(new Set(names).size).toBe(5)
    })
  })
}
