import { expect, type Page } from '@playwright/test'
import { createAccountWith } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { builtPages, findExample } from '../built-pages.ts'
import { startContactSheet } from '../contact-sheet.ts'
import { expectLines } from '../header-lines.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { collectViolations } from '../policy-violations.ts'
import { test } from '../reused-page.ts'
import { phone } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/** Every page at the widths between a phone and a laptop, and under the content policy (docs/api.md#every-answer). */

const dashboard = ownDashboard({}, { synced: 'reports' })
const softly = expect.configure({ soft: true })
const widths = [320, 390, 640, 768, 820, 1024, 1180, 1280]

test('every page fits in every window, where nothing sticks out, overlaps or is cut, and violates no content policy', async ({
  page,
}) => {
  const violations = await collectViolations(page)
  const sheet = startContactSheet(page)
  await page.goto(`${dashboard.url}/login`)
  await page.getByLabel('Username').fill('x')
  await sheet.add()
  await openSignedIn(page, dashboard, '/profile')
  const client = await signInByApi(dashboard)
  await createAccountWith(client, {
    username: 'coordinator.of.the.northern.circuits',
    password: 'correct horse',
    firstName: 'Maximiliana Alexandrina',
    lastName: 'Featherstonehaugh-Wolfeschlegel',
    circuits: ['NY-1', 'NY-2', 'NY-3', 'NY-4'],
    mustChangePassword: true,
  })
  for (const address of builtPages()) {
    await page.goto(`${dashboard.url}${await findExample(client, address)}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Nothing is outlined or turns any more: all has come.
    await expect(page.getByRole('main').locator('.animate-pulse, .animate-spin')).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // Lists that measure their room draw once more.
      await softly
        .poll(() => page.evaluate(findFaults), {
          message: `${address} at ${width} px`,
          timeout: 5_000,
        })
        .toEqual([])
      if (width === 320) await expectHeader(page, address)
    }
    await sheet.add()
  }
  await page.goto(`${dashboard.url}/no/such/page`)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await sheet.add()
  await sheet.save()
  expect(violations).toEqual([])
})

/** Expects both lines in a header of 56 to 72 px. */
async function expectHeader(page: Page, address: string): Promise<void> {
  const header = await page.getByRole('banner').boundingBox()
  softly(header?.height, address).toBeGreaterThanOrEqual(56)
  softly(header?.height, address).toBeLessThanOrEqual(72)
  await expectLines(page, ['16px', '13px'])
}

/** Runs in the page. Returns what does not fit, in words. */
function findFaults(): string[] {
  const faults: string[] = []
  const windowPx = document.documentElement.clientWidth
  const textOf = (element: Element) =>
    `'${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}'`

  const sticksOutPx = document.documentElement.scrollWidth - windowPx
  if (sticksOutPx > 0) faults.push(`the page sticks out by ${sticksOutPx} px`)

  for (const line of document.querySelectorAll<HTMLElement>('header h1, header h1 + p')) {
    const isCut = line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 1
    if (isCut || line.childElementCount > 0) faults.push(`${textOf(line)} is cut`)
  }

  // Whole words in headings, and nothing beyond the edge of its cell.
  const range = document.createRange()
  for (const element of document.querySelectorAll('h1, h2, h3, th, dt, label, button')) {
    if (!element.checkVisibility()) continue
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          faults.push(`${textOf(element)} breaks within '${word}'`)
      }
    }
  }
  for (const cell of document.querySelectorAll('td, th')) {
    if (cell.scrollWidth > cell.clientWidth + 1) faults.push(`${textOf(cell)} leaves its cell`)
  }

  /** The part of an element that is seen: boxes that scroll cut it. */
  const seenPart = (element: Element) => {
    const own = element.getBoundingClientRect()
    const seen = { left: own.left, top: own.top, right: own.right, bottom: own.bottom }
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue
      const edge = box.getBoundingClientRect()
      seen.left = Math.max(seen.left, edge.left)
      seen.top = Math.max(seen.top, edge.top)
      seen.right = Math.min(seen.right, edge.right)
      seen.bottom = Math.min(seen.bottom, edge.bottom)
    }
    return seen
  }
  /** Bars that stay in the window lie over what is scrolled, which is meant. */
  const barOf = (element: Element) => {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(box).position)) return box
    return null
  }
  const controls = [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab]'),
  ]
    .filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    .map((element) => ({ element, seen: seenPart(element), bar: barOf(element) }))
    .filter(({ seen }) => seen.right - seen.left > 2 && seen.bottom - seen.top > 2)
  for (const [at, one] of controls.entries()) {
    if (one.seen.right > windowPx + 1 || one.seen.left < -1)
      faults.push(`${textOf(one.element)} is outside the window`)
    for (const other of controls.slice(at + 1)) {
      // A field may hold a button, as to clear it.
      const isWithin =
        one.element.contains(other.element) ||
        other.element.contains(one.element) ||
        (one.element.parentElement === other.element.parentElement && one.element.matches('input'))
      const across =
        Math.min(one.seen.right, other.seen.right) - Math.max(one.seen.left, other.seen.left)
      const down =
        Math.min(one.seen.bottom, other.seen.bottom) - Math.max(one.seen.top, other.seen.top)
      if (one.bar === other.bar && !isWithin && across > 1 && down > 1)
        faults.push(`${textOf(one.element)} and ${textOf(other.element)} overlap`)
    }
  }
  return faults
}

test('at 820 px the Download Center begins within the window', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 800 })
  await openSignedIn(page, dashboard, '/dashboard/reports')
  const center = page.getByRole('region', { name: 'Download Center' })
  await expect(center.getByText('NY-1').first()).toBeVisible()
  expect((await center.boundingBox())?.y).toBeLessThan(700)
})

test('at 200 % zoom the page scrolls, and no list in it', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await openSignedIn(page, dashboard, '/dashboard/reports')
  const boxOf = (list: string) => page.getByRole('list', { name: list, exact: true }).locator('..')
  await expect(boxOf('Reports')).toHaveCSS('max-height', 'none')
  await page.goto(`${dashboard.url}/dashboard/monitor`)
  await expect(boxOf('Completed jobs')).toHaveCSS('max-height', 'none')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a toast covers neither the header nor what is pressed next', async ({ page }) => {
    await openSignedIn(page, dashboard, '/dashboard/monitor')
    const refresh = page.getByRole('button', { name: 'Refresh Status' })
    await refresh.click()
    await expectApart(page, 'Status Refresh Complete', [page.getByRole('banner'), refresh])
    await openSignedIn(page, dashboard, '/dashboard/reports')
    await page.getByRole('checkbox', { name: 'NY-1', exact: true }).check()
    const generate = page.getByRole('button', { name: /^Generate \d+ Reports?/ })
    await generate.click()
    await expectApart(page, 'Reports Generating', [page.getByRole('banner'), generate])
  })

  test('the actions of a page stand beside the way back or the sort order', async ({ page }) => {
    const client = await signInByApi(dashboard)
    const sameLine = [
      ['/dashboard/volunteers', 'Export', page.getByLabel('Sort volunteers')],
      ['/dashboard/sync/imports/*', 'Copy link', page.getByRole('link', { name: /^Back to/ })],
      ['/dashboard/calls/*', 'Save or print', page.getByRole('link', { name: /^Back to/ })],
    ] as const
    for (const [address, name, neighbor] of sameLine) {
      await openSignedIn(page, dashboard, await findExample(client, address))
      const button = page.getByRole('button', { name })
      await expect(button).toBeVisible()
      const [one, other] = [await button.boundingBox(), await neighbor.boundingBox()]
      expect(one?.y, name).toBe(other?.y)
    }
  })
})

async function expectApart(
  page: Page,
  title: string,
  others: readonly ReturnType<Page['locator']>[],
): Promise<void> {
  const toast = await page
    .locator('li')
    .filter({ has: page.getByText(title, { exact: true }) })
    .boundingBox()
  for (const other of others) {
    const box = await other.boundingBox()
    if (!toast || !box) throw new Error(`${title} or its neighbor is not there`)
    const isApart = toast.y >= box.y + box.height || toast.y + toast.height <= box.y
    expect(isApart, `${title} beside ${other}`).toBe(true)
  }
}
