import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../reused-page.ts'
import { says } from './says.ts'
import { startWorld, toast, type World } from './world.ts'

/** The reports page. */

const generate = (page: Page) => page.getByRole('region', { name: 'Generate Reports' })
const center = (page: Page) => page.getByRole('region', { name: 'Download Center' })
const inGenerate = (page: Page, name: string | RegExp) =>
  generate(page).getByRole('button', { name, exact: true })
const inCenter = (page: Page, name: string) =>
  center(page).getByRole('button', { name, exact: true })
const type = (page: Page) => generate(page).getByRole('combobox', { name: 'Report type' })
const box = (page: Page, name: string) =>
  generate(page).getByRole('checkbox', { name, exact: true })
/** A list to choose from, by the beginning of its label. */
const checklist = (page: Page, label: RegExp) => generate(page).getByRole('group', { name: label })
const bulkSwitch = (page: Page) =>
  generate(page).getByRole('switch', { name: 'Bulk Select by Circuits' })
const cards = (page: Page) =>
  center(page).getByRole('list', { name: 'Reports' }).getByRole('listitem')
const selected = (page: Page, words: `${number} report${'' | 's'} selected`) =>
  center(page).getByText(words, { exact: true })

interface Report {
  id: string
  circuitId: string
  filename: string
  size: number
}

interface LookupOptions {
  circuits: string[]
  congregations: string[]
  circuitCongregationMap: Record<string, string[]>
}

const readReports = async (world: World) =>
  (await world.read<{ reports: Report[] }>('/api/reports')).reports
const readOptions = (world: World) => world.read<LookupOptions>('/api/lookup-options')

const world = startWorld('full')

test('what is there, also before there are data', async ({ page }) => {
  const reports = await readReports(world)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const list = /\/api\/reports(\?.*)?$/
  await page.route(list, async (route) => {
    await held
    await route.fulfill({ json: { reports: [] } })
  })
  await world.open(page, '/dashboard/reports')
  await says("Empty states: 'Loading reports...', 'No reports found'.", async () => {
    await expect(center(page).getByText('Loading reports...', { exact: true })).toBeVisible()
    answer()
    await expect(center(page).getByText('No reports found', { exact: true })).toBeVisible()
    await expect(center(page).getByText('Loading reports...', { exact: true })).toHaveCount(0)
    await page.unroute(list)
    await page.reload()
  })
  await says('Two cards side by side.', async () => {
    const left = await generate(page).boundingBox()
    const right = await center(page).boundingBox()
    if (!left || !right) throw new Error('Both cards are there')
    expect(left.x + left.width).toBeLessThanOrEqual(right.x)
    expect(left.y).toBe(right.y)
  })
  await says('Report type select: Circuit Report or Congregation Report.', async () => {
    expect(await optionsOf(type(page))).toEqual(['Circuit Report', 'Congregation Report'])
  })
  await says(
    "'N reports selected', Select All, Deselect All, Clear All, Download Archive, Delete Selected.",
    async () => {
      await expect(selected(page, '0 reports selected')).toBeVisible()
      for (const name of [
        'Select All',
        'Deselect All',
        'Clear All',
        'Download Archive',
        'Delete Selected',
      ]) {
        await expect(inCenter(page, name)).toBeVisible()
      }
      expect(reports).toHaveLength(3)
      await cards(page).nth(0).getByRole('checkbox').check()
      await expect(selected(page, '1 report selected')).toBeVisible()
      await cards(page).nth(1).getByRole('checkbox').check()
      await expect(selected(page, '2 reports selected')).toBeVisible()
      await inCenter(page, 'Select All').click()
      await expect(selected(page, '3 reports selected')).toBeVisible()
      await inCenter(page, 'Deselect All').click()
      await expect(selected(page, '0 reports selected')).toBeVisible()
    },
  )
  await says(
    "The Generate button reads 'Generate N Reports' and is disabled when nothing is selected or while generating.",
    async () => {
      await expect(inGenerate(page, 'Generate 0 Reports')).toBeDisabled()
      await expect(generate(page).getByRole('searchbox')).toBeVisible()
      await expect(inGenerate(page, 'Select All')).toBeVisible()
      await expect(inGenerate(page, 'Clear All')).toBeVisible()
    },
  )
  await says(
    'Refresh; search box (matches circuit id or filename); sort select (Date newest first, Name, Size largest first).',
    async () => {
      await inCenter(page, 'Refresh').click()
      await expect(toast(page, 'Refreshed')).toBeVisible()
      await expect(cards(page)).toHaveCount(reports.length)
      const search = center(page).getByRole('searchbox')
      const sort = center(page).getByRole('combobox').first()
      const options = await optionsOf(sort)
      expect(options).toHaveLength(3)
      expect(options[0]).toMatch(/^Date \(?newest first\)?$/)
      expect(options[1]).toBe('Name')
      expect(options[2]).toMatch(/^Size \(?largest first\)?$/)
      const [newest] = reports
      if (!newest) return
      const bySize = reports.toSorted((one, other) => other.size - one.size)
      await expect(cards(page).first()).toContainText(newest.circuitId)
      await sort.selectOption({ label: 'Name' })
      await expect(cards(page).first()).toContainText('NY-1')
      await expect(cards(page).last()).toContainText('NY-2')
      await sort.selectOption({ index: 2 })
      await expect(cards(page).first()).toContainText(megabytes(bySize[0]?.size ?? 0))
      await search.fill('ny-2')
      await expect(cards(page)).toHaveCount(
        reports.filter(({ circuitId }) => circuitId === 'NY-2').length,
      )
      await search.fill(newest.filename)
      await expect(cards(page)).not.toHaveCount(0)
      await search.fill('no such report')
      await expect(center(page).getByText('No reports found', { exact: true })).toBeVisible()
      await search.fill('')
    },
  )
})

test('choosing what to generate', async ({ page }) => {
  const options = await readOptions(world)
  const { circuits, congregations, circuitCongregationMap } = options
  const [circuit = ''] = circuits
  const ofCircuit = circuitCongregationMap[circuit] ?? []
  await world.open(page, '/dashboard/reports')
  await says(
    'Searchable (case-insensitive) multi-select checklist with Select All and Clear All (both act on the filtered list) and a count of selected items.',
    async () => {
      const search = generate(page).getByRole('searchbox')
      await search.fill('ny-2')
      const found = circuits.filter((name) => name.startsWith('NY-2')).length
      await inGenerate(page, 'Select All').click()
      await expect(generate(page).getByText(count(found, 'circuit'))).toBeVisible()
      await search.fill('')
      await inGenerate(page, 'Select All').click()
      await expect(generate(page).getByText(count(circuits.length, 'circuit'))).toBeVisible()
      await search.fill('ny-2')
      await inGenerate(page, 'Clear All').click()
      await expect(
        generate(page).getByText(count(circuits.length - found, 'circuit')),
      ).toBeVisible()
    },
  )
  await says(
    'Changing report type clears all searches and selections and closes bulk mode.',
    async () => {
      await type(page).selectOption({ label: 'Congregation Report' })
      await bulkSwitch(page).click()
      await box(page, circuit).check()
      await type(page).selectOption({ label: 'Circuit Report' })
      await expect(generate(page).getByRole('searchbox')).toHaveValue('')
      await expect(inGenerate(page, 'Generate 0 Reports')).toBeVisible()
      await type(page).selectOption({ label: 'Congregation Report' })
      await expect(bulkSwitch(page)).not.toBeChecked()
      await expect(inGenerate(page, 'Generate 0 Reports')).toBeVisible()
    },
  )
  await says(
    "For the congregation type, a 'Bulk Select by Circuits' switch reveals a circuit list with its own search, 'Select All Circuits' and 'Clear All Circuits', and each circuit's congregation count.",
    async () => {
      await bulkSwitch(page).click()
      const list = checklist(page, /^Circuits/)
      await expect(list.getByRole('searchbox')).toBeVisible()
      await expect(list.getByRole('listitem').first()).toContainText(String(ofCircuit.length))
      await inGenerate(page, 'Select All Circuits').click()
      await expect(inGenerate(page, `Generate ${congregations.length} Reports`)).toBeVisible()
      await inGenerate(page, 'Clear All Circuits').click()
      await expect(inGenerate(page, 'Generate 0 Reports')).toBeVisible()
    },
  )
  await says(
    "The congregation label reads '(Auto-selected from circuits + Manual selections)'.",
    async () => {
      await expect(
        generate(page).getByText('(Auto-selected from circuits + Manual selections)'),
      ).toBeVisible()
    },
  )
  await says(
    'Ticking a circuit adds all its congregations to the congregation selection; unticking removes them.',
    async () => {
      // Rows out of view do not exist.
      await checklist(page, /^Congregations/)
        .getByRole('searchbox')
        .fill(ofCircuit[0] ?? '')
      await box(page, circuit).check()
      await expect(box(page, ofCircuit[0] ?? '')).toBeChecked()
      await expect(inGenerate(page, `Generate ${ofCircuit.length} Reports`)).toBeVisible()
      await box(page, circuit).uncheck()
      await expect(box(page, ofCircuit[0] ?? '')).not.toBeChecked()
      await expect(inGenerate(page, 'Generate 0 Reports')).toBeVisible()
    },
  )
})

test('generating, downloading and deleting', async ({ page }) => {
  const before = await readReports(world)
  await world.open(page, '/dashboard/reports')
  await says(
    "Report cards: circuit id, 'Generated' date, size in MB with 1 decimal, checkbox, delete, PDF download.",
    async () => {
      await expect(cards(page)).toHaveCount(before.length)
      for (const report of before) {
        // Two that were made within one instant may stand in either order.
        const card = cards(page)
          .filter({ hasText: report.circuitId })
          .filter({ hasText: megabytes(report.size) })
          .first()
        await expect(card).toContainText(/Generated [A-Z][a-z]{2} \d{1,2}, \d{4}/)
        await expect(card.getByText(megabytes(report.size)).last()).toBeVisible()
        await expect(card.getByRole('checkbox')).toBeVisible()
        await expect(card.getByRole('button', { name: /^Delete/ })).toHaveCount(1)
      }
      const download = page.waitForEvent('download')
      await cards(page)
        .first()
        .getByRole('button', { name: /^Download/ })
        .click()
      const file = await download
      expect(before.map(({ filename }) => filename)).toContain(file.suggestedFilename())
      expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('%PDF')
    },
  )
  await says(
    'Report selection: after generation the selection for that type is cleared;',
    async () => {
      const { promise: held, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/api/workflows/circuit-report', async (route) => {
        await held
        await route.continue()
      })
      await box(page, 'NY-3').check()
      await box(page, 'NY-2').check()
      await expect(inGenerate(page, 'Generate 2 Reports')).toBeEnabled()
      await box(page, 'NY-2').uncheck()
      await inGenerate(page, 'Generate 1 Report').click()
      await expect(inGenerate(page, /^Generat/)).toBeDisabled()
      answer()
      await expect(toast(page, 'Reports Generating')).toBeVisible()
      await expect(inGenerate(page, 'Generate 0 Reports')).toBeDisabled()
      await expect(box(page, 'NY-3')).not.toBeChecked()
      await expect(cards(page)).toHaveCount(before.length + 1, { timeout: 80_000 })
    },
  )
  await says(
    'after bulk download, bulk delete or clear all the report selection is cleared.',
    async () => {
      await inCenter(page, 'Select All').click()
      await expect(selected(page, '4 reports selected')).toBeVisible()
      const download = page.waitForEvent('download')
      await inCenter(page, 'Download Archive').click()
      await download
      await expect(selected(page, '0 reports selected')).toBeVisible()
      await cards(page).first().getByRole('checkbox').check()
      await inCenter(page, 'Delete Selected').click()
      await confirm(page)
      await expect(cards(page)).toHaveCount(before.length)
      await expect(selected(page, '0 reports selected')).toBeVisible()
    },
  )
  await says(
    'Reports: generate PDF reports per circuit or per congregation, then search, sort, download (single or zip archive) and delete them.',
    async () => {
      await cards(page)
        .first()
        .getByRole('button', { name: /^Delete/ })
        .click()
      await confirm(page)
      await expect(cards(page)).toHaveCount(before.length - 1)
      await cards(page).first().getByRole('checkbox').check()
      await inCenter(page, 'Clear All').click()
      await confirm(page)
      await expect(cards(page)).toHaveCount(0)
      await expect(selected(page, '0 reports selected')).toBeVisible()
      await expect(center(page).getByText('No reports found', { exact: true })).toBeVisible()
    },
  )
})

/** 'N circuits', with more before or after it. */
function count(number: number, noun: string): RegExp {
  return new RegExp(`\\b${number} ${noun}s?\\b.* selected|\\b${number} selected`)
}

/** The words of a select's options. */
function optionsOf(select: Locator): Promise<string[]> {
  return select.evaluate((element) =>
    Array.from((element as HTMLSelectElement).options, ({ label }) => label),
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}

async function confirm(page: Page) {
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
}
