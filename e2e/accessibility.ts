import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { mobileBreakpointPx } from '@dashboard/contract/limits'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { phone, widths } from './screens.ts'

/** The minified file is half as large to send and to parse as `axe.source`. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Passed rules are not described: that takes longer than finding violations.
  resultTypes: ['violations'],
  // None of these rules reads style sheets, which would be fetched again.
  preload: { assets: ['media'] },
}

interface Violation {
  id: string
  nodes: string[]
}

/** Runs in the page. Waits until changes of size and theme are drawn, and fades have ended; spinners never end. */
async function comeToRest(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await nextFrame()
  await nextFrame()
  const isFading = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
  while (document.getAnimations().some(isFading)) await nextFrame()
}

/** Runs axe in the page, where it stays loaded until another page is opened: loading it takes a third of a check. */
async function runAxe(page: Page): Promise<Violation[]> {
  const run = () =>
    page.evaluate(async (how) => {
      const { axe: loaded } = window as unknown as { axe?: typeof axe }
      return (await loaded?.run(document, how))?.violations
    }, options)
  let violations = await run()
  if (!violations) {
    await page.evaluate(axeSource)
    violations = (await run()) ?? []
  }
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
}

/**
 * Returns the violations of a page at rest. A second check excludes false findings: colors in the middle of a fade, and
 * lines drawn before they are in place.
 */
async function findViolations(page: Page): Promise<Violation[]> {
  let last: Violation[] | undefined
  for (;;) {
    await page.evaluate(comeToRest)
    const violations = await runAxe(page)
    if (violations.length === 0 || JSON.stringify(violations) === JSON.stringify(last)) {
      return violations
    }
    last = violations
  }
}

/**
 * Checks a state of a page as an office and a phone show it, in a step of this name; a fault in it hides none in the
 * next one. The phone has a touch screen, so controls are larger and their size is checked. `show` shows at each width
 * what closes when the window is resized.
 */
export async function expectStateAccessible(
  page: Page,
  state: string,
  show?: () => Promise<void>,
): Promise<void> {
  await test.step(state, async () => {
    await show?.()
    await expectAccessible(page)
    const before = page.viewportSize() ?? { width: 1280, height: 800 }
    const touchScreen = await page.context().newCDPSession(page)
    const emulation = { enabled: true, maxTouchPoints: 1 }
    await touchScreen.send('Emulation.setTouchEmulationEnabled', emulation)
    await page.setViewportSize(phone.viewport)
    await show?.()
    await expectAccessible(page)
    await touchScreen.detach()
    await page.setViewportSize(before)
    await page.evaluate(comeToRest)
  })
}

/** Checks at each width in turn, for content that stays on screen while the window is resized. */
export async function expectAccessibleAtEachWidth(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of widths) {
    await page.setViewportSize({ ...before, width })
    await expectAccessible(page)
  }
  await page.setViewportSize(before)
  await page.evaluate(comeToRest)
}

/**
 * Checks everything on the screen, including dialogs and menus: it must meet WCAG 2.2 AA, nothing may overflow
 * sideways, and touch targets must be large enough. The phone is checked in the dark theme and the office in the light
 * one: content on both is checked in both themes, in the time of one.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  const before = await page.evaluate(showTheme, width < mobileBreakpointPx ? 'dark' : undefined)
  expect.soft(await findViolations(page)).toEqual([])
  await page.evaluate(showTheme, before)
  const overflowPx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect.soft(overflowPx).toBeLessThanOrEqual(0)
  expect.soft(await page.evaluate(findSmallTargets)).toEqual([])
}

/** Runs in the page and sets the theme. Returns the previous one. */
function showTheme(theme: string | undefined): string | undefined {
  const { dataset } = document.documentElement
  const before = dataset.theme
  if (theme !== undefined) dataset.theme = theme
  return before
}

/**
 * Returns controls on a touch screen that are lower than 44 px, including their label. A link within a line of text may
 * be as low as the line.
 */
function findSmallTargets(): string[] {
  if (navigator.maxTouchPoints === 0) return []
  const hasTextBeside = ({ parentNode }: Element) =>
    [...(parentNode?.childNodes ?? [])].some(
      (node) => node instanceof Text && node.data.trim() !== '',
    )
  const controls = document.querySelectorAll<HTMLElement>(
    'button, a[href], input:not([type=hidden]):not([hidden]), select, [role=switch], [role=tab]',
  )
  const small: string[] = []
  for (const control of controls) {
    // A fragment link is the skip link for the keyboard.
    if (!control.checkVisibility() || control.closest('p, [aria-hidden], [href^="#"]')) continue
    if (getComputedStyle(control).display === 'inline' && hasTextBeside(control)) continue
    const target = control.closest('label') ?? control
    // Some controls extend their target with ::after, up to a whole card.
    const after = getComputedStyle(control, '::after')
    const reachPx = after.position === 'absolute' ? Number.parseFloat(after.height) : 0
    const height = Math.max(target.getBoundingClientRect().height, reachPx)
    const name = control.getAttribute('aria-label') ?? control.textContent
    // Controls one pixel high are for screen readers only.
    if (height > 1 && height < 44) small.push(`${control.tagName} ${name}: ${height} px`)
  }
  return small
}
