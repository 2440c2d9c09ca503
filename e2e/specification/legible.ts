import { expect, type Locator } from '@playwright/test'

/** The text is seen, in letters that can be read: what only screen readers are told is 1 px high. */
export async function expectLegible(text: Locator): Promise<void> {
  await expect(text).toBeVisible()
  const fontPx = await text.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).fontSize),
  )
  expect(fontPx).toBeGreaterThanOrEqual(13)
  const box = await text.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(13)
  expect(box?.width).toBeGreaterThanOrEqual(13)
}
