import { expect, type Locator } from '@playwright/test'

/** The text is seen, in letters that can be read: what only screen readers are told is 1 px high. */
export async function expectLegible(text: Locator): Promise<void> {
  await expect(text).toBeVisible()
  const box = await text.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(10)
  expect(box?.width).toBeGreaterThanOrEqual(10)
}
