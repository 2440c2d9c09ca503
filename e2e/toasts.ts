import { expect, type Page } from '@playwright/test'

/** Expects a toast with this title and description on the screen. */
export async function expectToast(
  page: Page,
  title: string,
  description: string | RegExp,
): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await expect(page.getByText(description).first()).toBeVisible()
}
