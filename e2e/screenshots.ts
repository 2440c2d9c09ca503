import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { widths } from './screens.ts'

const windowPx = 800
const settleMs = 300
const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))

/**
 * Takes pictures of the page at both widths into docs/screenshots, but only on request by `npm run screenshots`, so
 * that a test run leaves the pictures unchanged. The pictures that a page shows are in the tree. A phone takes only its
 * own width, because office screens have no touch.
 */
export function takeScreenshots(page: Page, prefix: string): (name: string) => Promise<void> {
  return async (name) => {
    if (process.env.TAKE_SCREENSHOTS !== '1') return
    await mkdir(folder, { recursive: true })
    const before = page.viewportSize()
    const isPhone = await page.evaluate(() => navigator.maxTouchPoints > 0)
    for (const width of isPhone && before ? [before.width] : widths) {
      await page.setViewportSize({ width, height: windowPx })
      await page.evaluate('scrollTo(0, 0)')
      // Menus, sheets and lists settle after the width has changed.
      await page.waitForTimeout(settleMs)
      // A dialog is pictured together with the part of the page that a window shows.
      const isCovered = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
      if (!isCovered) await page.setViewportSize({ width, height: await contentPx(page) })
      await page.waitForTimeout(settleMs)
      // `fullPage` would make the browser lose its touch screen.
      await page.screenshot({ path: `${folder}/${prefix}-${name}-${width}.png` })
    }
    if (before) await page.setViewportSize(before)
  }
}

async function contentPx(page: Page): Promise<number> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  return Math.max(windowPx, height)
}
