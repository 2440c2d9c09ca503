import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type BrandSettings,
  deleteLogo,
  getBrandSettings,
  updateBrandSettings,
} from '@dashboard/contract/brand'
import { defaultColors } from '@dashboard/contract/brand-palette'
import { expect, type Page } from '@playwright/test'
import { signInByApi } from './api-client.ts'
import type { Dashboard } from './dashboard.ts'

/** Functions shared by the specs of the brand settings. */

export const toast = (page: Page, title: string) => page.getByText(title, { exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const colorField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const unsavedBanner = (page: Page) => page.getByText('Unsaved changes', { exact: true })

/** Returns the present color of a role of the design language, such as `--color-primary`, as `#rrggbb`. */
export async function roleColor(page: Page, role: string): Promise<string> {
  const color = await page.evaluate(
    (name) => getComputedStyle(document.documentElement).getPropertyValue(name),
    role,
  )
  // The build shortens `#000000` in the style sheet.
  return color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
}

export function svgLogo(
  content = '<circle cx="50" cy="50" r="40" fill="#fc0"/>',
  name = 'sun.svg',
) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) }
}

/** Uploads a logo on the open brand page. */
export async function uploadLogo(page: Page): Promise<void> {
  await page.getByLabel('Logo file').setInputFiles(svgLogo())
  await button(page, 'Upload').click()
  await expect(toast(page, 'Logo Uploaded')).toBeVisible()
}

export async function savedBrand(dashboard: Dashboard): Promise<BrandSettings | null> {
  const response = await fetch(`${dashboard.url}/api/brand-settings`)
  return (await response.json()).brandSettings
}

/** Saves colors through the API, as another administrator would. */
export async function saveColors(
  dashboard: Dashboard,
  colors: Readonly<Record<string, string>>,
): Promise<void> {
  const api = await signInByApi(dashboard)
  await api.call(updateBrandSettings, { params: { id: 'default' }, body: { colors } })
}

/** Removes the logo and restores the default brand. */
export async function resetBrand(dashboard: Dashboard): Promise<void> {
  const api = await signInByApi(dashboard)
  const { brandSettings } = (await api.call(getBrandSettings)).body
  if (!brandSettings) return
  const params = { id: brandSettings.id }
  if (brandSettings.logoUrl !== null) await api.call(deleteLogo, { params })
  const { status } = await api.call(updateBrandSettings, {
    params,
    body: {
      colors: defaultColors,
      logoZoom: 1,
      logoBackgroundColor: null,
      logoBackgroundTransparent: false,
    },
  })
  expect(status).toBe(200)
}

export type BrandRow = Readonly<Record<string, string | number | null>>

/** Writes values into the database that no call accepts. */
export async function storeBrand(dashboard: Dashboard, row: BrandRow): Promise<void> {
  const api = await signInByApi(dashboard)
  await api.call(updateBrandSettings, { params: { id: 'default' }, body: { logoZoom: 1 } })
  const database = new DatabaseSync(join(dashboard.dataDir, 'dashboard.db'), { timeout: 5_000 })
  const columns = Object.keys(row).map((name) => `${name} = ?`)
  database.prepare(`update brand_settings set ${columns.join(', ')}`).run(...Object.values(row))
  database.close()
}
