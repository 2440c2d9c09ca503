import type { Page } from '@playwright/test'

interface Shift {
  value: number
  /** The elements that moved, with their positions before and after. */
  moved: string[]
}

/** Counts elements that move, on each page opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(waitForAll)
  await page.addInitScript(observeShifts)
}

/**
 * Runs in the page. Content that the page holds back for two seconds at most (web/src/ui/theme.css) is held back as
 * long as a busy machine needs.
 */
function waitForAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.animate-held { animation-duration: 60s !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Returns the elements that have moved since the page was opened, once everything on it has loaded. */
export async function takeShifts(page: Page): Promise<Shift[]> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}

/** Runs in the page and records layout shifts. */
function observeShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  const describeRect = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map(Math.round).join(' ')
  const nameOf = (node: Node | null) =>
    node instanceof Element
      ? node.outerHTML.slice(0, 120)
      : (node?.textContent?.slice(0, 60) ?? 'something that is gone')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)}: ${describeRect(previousRect)} -> ${describeRect(currentRect)}`,
      )
      shifts.push({ value: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
