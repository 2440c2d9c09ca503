import { expect, type Page } from '@playwright/test'

/** Expects title and subtitle in these sizes, each at least 10 px high. */
export async function expectLines(
  page: Page,
  sizes: readonly [title: string, subtitle: string],
): Promise<void> {
  const header = page.getByRole('banner')
  const lines = [header.getByRole('heading', { level: 1 }), header.getByRole('paragraph')]
  for (const [at, line] of lines.entries()) {
    await expect(line).toHaveCSS('font-size', sizes[at] ?? '')
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(10)
  }
}
