import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The widths every page must work at: a desktop window and a phone. */
export const widths = [1280, 390] as const

/** Fades end by themselves; spinners and pulsing dots never do. */
function areFadesOver(): boolean {
  return document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
    )
}

/** The same at each width in turn, for what stays on the screen while the window changes. */
export async function expectAccessibleAtEachWidth(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of widths) {
    await page.setViewportSize({ ...before, width })
    await expectAccessible(page)
  }
  await page.setViewportSize(before)
}

/**
 * Checks what is on the screen, dialogs and menus too, against WCAG 2.2 AA, and that nothing
 * sticks out sideways.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours in the middle of a fade are no colours of ours.
  await page.waitForFunction(areFadesOver)
  // Without frames there is nothing to gather from several documents, which costs a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await axe.withTags(rules).analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found).toEqual([])
  const overflowPx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(overflowPx).toBeLessThanOrEqual(0)
}
