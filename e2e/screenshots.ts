import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const widths = [1280, 390]

/**
 * Takes a picture of the page at both widths into docs/screenshots, only when asked for by
 * `npm run screenshots`, so that a test run leaves the pictures alone.
 */
export function takeScreenshots(page: Page, prefix: string): (name: string) => Promise<void> {
  return async (name) => {
    if (process.env.TAKE_SCREENSHOTS !== '1') return
    await mkdir(folder, { recursive: true })
    const before = page.viewportSize()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // A header that sticks would stand in the middle of the picture.
      await page.evaluate('scrollTo(0, 0)')
      // Menus, sheets and lists settle after the width has changed.
      await page.waitForTimeout(400)
      await page.screenshot({ path: `${folder}/${prefix}-${name}-${width}.png`, fullPage: true })
    }
    if (before) await page.setViewportSize(before)
  }
}
