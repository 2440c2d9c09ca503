import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const file = fileURLToPath(new URL('../docs/screenshots/contact-sheet.jpg', import.meta.url))
const schemes = ['light', 'dark'] as const
const windowWidthsPx = [1280, 390]
const windowHeightPx = 800
const thumbnailHeightPx = 250
const sheetWidthPx = 2200
const settleMs = 400

interface ContactSheet {
  /** Adds pictures of the open page: light and dark, in the office and on a phone. */
  add: () => Promise<void>
  /** Saves all pictures as a single one in docs/screenshots. */
  save: () => Promise<void>
}

/** Takes pictures of all pages at once; only on request by `npm run screenshots -- --sheet`. */
export function startContactSheet(page: Page): ContactSheet {
  if (process.env.TAKE_SHEET !== '1') return { add: async () => {}, save: async () => {} }
  const rows: string[] = []
  return {
    async add() {
      const before = page.viewportSize()
      const pictures: string[] = []
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        for (const width of windowWidthsPx) {
          await page.setViewportSize({ width, height: windowHeightPx })
          await page.waitForTimeout(settleMs)
          const taken = await page.screenshot({ type: 'jpeg', quality: 90 })
          pictures.push(`<img src="data:image/jpeg;base64,${taken.toString('base64')}">`)
        }
      }
      rows.push(`<p>${pictures.join('')}</p>`)
      await page.emulateMedia({ colorScheme: null })
      if (before) await page.setViewportSize(before)
    },
    async save() {
      const sheet = await page.context().newPage()
      await sheet.setViewportSize({ width: sheetWidthPx, height: windowHeightPx })
      await sheet.setContent(
        `<style>
          body { display: flex; flex-wrap: wrap; gap: 16px 24px; margin: 16px; background: #888 }
          p { display: flex; gap: 4px; margin: 0 }
          img { height: ${thumbnailHeightPx}px }
        </style>${rows.join('')}`,
      )
      await sheet.screenshot({ path: file, type: 'jpeg', quality: 75, fullPage: true })
      await sheet.close()
    },
  }
}
