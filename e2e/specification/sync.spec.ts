import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { test } from '../reused-page.ts'
import { answerCall, countCalls, toastOf } from './answered-calls.ts'
import { says } from './says.ts'
import { startWorld, toast, type World } from './world.ts'

/** The sync page. */

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const exportBox = (page: Page) => page.getByRole('checkbox', { name: 'Export from Locust' })
const importBox = (page: Page) => page.getByRole('checkbox', { name: 'Import to SMPW Dashboard' })
const dot = (page: Page) => page.getByText(/^(Ready to run|Sync in progress\.\.\.)$/)
const time = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')

/** What the one card holds. */
const parts = [
  'Ready to run',
  'Last Export',
  'Last Import',
  'Export from Locust',
  'Import to SMPW Dashboard',
  'Run',
]

interface AutomationStatus {
  lastAutomatedExport: { timestamp: string } | null
  lastImport: { timestamp: string } | null
}

function inEasternTime(timestamp: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(timestamp))
}

const readStatus = (world: World) => world.read<AutomationStatus>('/api/automation-status')

const world = startWorld('full')

test('the card', async ({ page }) => {
  await world.open(page, '/dashboard/sync')
  await says(
    "Two checkboxes: 'Export from Locust' and 'Import to SMPW Dashboard' (the external system and the product are named in these labels).",
    async () => {
      await expect(page.getByText('Export from Locust', { exact: true }).first()).toBeVisible()
      await expect(
        page.getByText('Import to SMPW Dashboard', { exact: true }).first(),
      ).toBeVisible()
      await expect(exportBox(page)).toBeEnabled()
      await expect(importBox(page)).toBeEnabled()
    },
  )
  await says(
    "'Last Export' and 'Last Import' times, shown in US Eastern time (short month, day, year, hour, minute), or 'Never run' when none.",
    async () => {
      const { lastAutomatedExport, lastImport } = await readStatus(world)
      if (!lastAutomatedExport || !lastImport) throw new Error('A sync has run')
      await expect(time(page, 'Last Export')).toContainText(
        inEasternTime(lastAutomatedExport.timestamp),
      )
      await expect(time(page, 'Last Import')).toContainText(inEasternTime(lastImport.timestamp))
      const restore = await answerCall(page, 'GET /api/automation-status', {
        json: { lastAutomatedExport: null, lastImport: null, exportError: null },
      })
      await page.reload()
      await expect(time(page, 'Last Export')).toContainText('Never run')
      await expect(time(page, 'Last Import')).toContainText('Never run')
      await restore()
      await page.reload()
    },
  )
  await says(
    "One card containing: A status dot with 'Ready to run' or 'Sync in progress...'.",
    async () => {
      await expect(dot(page)).toHaveText('Ready to run')
      await expect(run(page)).toBeEnabled()
      expect(await page.getByRole('main').evaluate(cardsThatHold, parts)).toEqual([parts])
      // Also after a sync that failed.
      world.setJobs([{ type: 'import', status: 'failed', error: 'The sheet is gone.' }])
      await page.reload()
      await expect(dot(page)).toHaveText('Ready to run')
      world.setJobs([{ status: 'running', progress: 40 }])
      await page.reload()
      await expect(dot(page)).toHaveText('Sync in progress...')
    },
  )
  await says(
    "A Run button, which reads 'Running...' while busy and is disabled when neither box is ticked or a sync is running.",
    async () => {
      const busy = page.getByRole('button', { name: 'Running...' })
      await expect(busy).toBeDisabled()
      const sent = countCalls(page, 'POST /api/workflows/*')
      await busy.click({ force: true })
      await busy.press('Enter')
      await expect(dot(page)).toHaveText('Sync in progress...')
      expect(sent()).toBe(0)
      world.setJobs([])
      await page.reload()
      await exportBox(page).uncheck()
      await expect(run(page)).toBeEnabled()
      await importBox(page).uncheck()
      await expect(run(page)).toBeDisabled()
      await exportBox(page).check()
      await expect(run(page)).toBeEnabled()
    },
  )
  await says('An automation error line (the export error, if any).', async () => {
    const status = await readStatus(world)
    const exportError = 'Locust refused the token.'
    await page.route('**/api/automation-status', (route) =>
      route.fulfill({ json: { ...status, exportError } }),
    )
    await page.reload()
    await expect(page.getByText(exportError)).toBeVisible()
  })
})

test('runs', async ({ page }) => {
  await world.open(page, '/dashboard/sync')
  await says('export only queues an export job;', async () => {
    world.setJobs([])
    await importBox(page).uncheck()
    await run(page).click()
    await expect(toast(page, 'Export Started')).toBeVisible()
    await expectTypes(world, ['export'])
    await expect(dot(page)).toHaveText('Ready to run')
  })
  await says('import only imports directly from the spreadsheet.', async () => {
    const called = page.waitForRequest('**/api/import/sheets')
    await importBox(page).check()
    await exportBox(page).uncheck()
    await run(page).click()
    await called
    await expect(toast(page, 'Import Completed')).toBeVisible()
    await expect(dot(page)).toHaveText('Ready to run')
  })
  await says(
    'Run sync (sync page): both boxes ticked starts an export, followed by an automatic import when the export completes;',
    async () => {
      world.setJobs([])
      await exportBox(page).check()
      await run(page).click()
      await expect(toast(page, 'Export + Import Started')).toBeVisible()
      await expectTypes(world, ['export', 'import'])
      await expect(dot(page)).toHaveText('Ready to run')
    },
  )
  await says(
    'Sync: export data from the external volunteer-data system, then import it from a spreadsheet service into the product.',
    async () => {
      const status = await readStatus(world)
      await expect(time(page, 'Last Export')).toContainText(
        inEasternTime(status.lastAutomatedExport?.timestamp ?? ''),
      )
      await expect(time(page, 'Last Import')).toContainText(
        inEasternTime(status.lastImport?.timestamp ?? ''),
      )
    },
  )
  await says("On failure the toast 'Sync Failed' appears.", async () => {
    const jobId = randomUUID()
    await page.route('**/api/workflows/locust-export', (route) =>
      route.fulfill({ status: 202, json: { jobId } }),
    )
    world.setJobs([{ id: jobId, status: 'failed', error: 'Locust is away.' }])
    await page.reload()
    await importBox(page).uncheck()
    await run(page).click()
    await expect(toast(page, 'Sync Failed')).toBeVisible()
    // Also when it fails later, while the page is looked at.
    world.setJobs([{ id: jobId, status: 'running', progress: 10 }])
    await page.reload()
    await expect(dot(page)).toHaveText('Sync in progress...')
    world.setJobs([])
    await expect(dot(page)).toHaveText('Ready to run')
    await importBox(page).uncheck()
    world.setJobs([{ id: jobId, status: 'running', progress: 10 }])
    await run(page).click()
    await expect(dot(page)).toHaveText('Sync in progress...')
    await expect(toast(page, 'Sync Failed')).toHaveCount(0)
    world.setJobs([{ id: jobId, status: 'failed', error: 'Locust is away.' }])
    const failed = toastOf(page, 'Sync Failed')
    await expect(failed).toHaveText('Sync Failed Locust is away.', { useInnerText: true })
  })
})

/** Runs in the page. Which of the texts each painted card holds, of those that hold any. */
function cardsThatHold(main: Element, texts: readonly string[]): string[][] {
  const isCard = (element: Element) => {
    const { backgroundColor, borderRadius } = getComputedStyle(element)
    return (
      element.clientHeight > 150 &&
      backgroundColor !== 'rgba(0, 0, 0, 0)' &&
      Number.parseFloat(borderRadius) > 0
    )
  }
  return Array.from(main.querySelectorAll('*'))
    .filter(isCard)
    .map(({ textContent }) => texts.filter((text) => textContent.includes(text)))
    .filter(({ length }) => length > 0)
}

/** The kinds of jobs that are there, once these are. */
async function expectTypes(world: World, types: string[]) {
  const read = async () => {
    const { jobs } = await world.read<{ jobs: { type: string }[] }>('/api/jobs')
    return [...new Set(jobs.map(({ type }) => type))].sort()
  }
  await expect.poll(read).toEqual(types)
}
