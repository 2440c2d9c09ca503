import { test } from '@playwright/test'

/** Options for `test.use`: a phone has no mouse, and needs larger targets. */
export const phone = { viewport: { width: 390, height: 800 }, hasTouch: true }
const office = { viewport: { width: 1280, height: 800 }, hasTouch: false }

/** The screens every page must work on. */
const screens = [office, phone]
export const widths = screens.map(({ viewport }) => viewport.width)

/** Declares tests once for each screen; `declare` receives its width in pixels. */
export function onEachScreen(declare: (width: number) => void): void {
  for (const screen of screens) {
    const { width } = screen.viewport
    test.describe(`at ${width} px`, () => {
      test.use(screen)
      declare(width)
    })
  }
}
