import { colorKeys } from '@dashboard/contract/brand'
import { defaultColors } from '@dashboard/contract/limits'
import { fromFlag, fromJsonOr } from '@dashboard/store/column-values'
import type { Db } from '@dashboard/store/database'
import type { FileStore } from '@dashboard/store/file-store'
import { readFile } from '@dashboard/store/files'
import type { BrandSettingsTable } from '@dashboard/store/schema'
import type { Selectable } from 'kysely'
import type { ReportBrand, ReportLogo } from './report-data.ts'

const hexColor = /^#?([0-9a-f]{6})$/i

/** The saved colours and the logo, if it is switched on; the defaults before anything was saved. */
export async function readBrand(db: Db, files: FileStore): Promise<ReportBrand> {
  const row = await db
    .selectFrom('brand_settings')
    .selectAll()
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return { colors: brandColors(row?.colors ?? null), logo: row ? await readLogo(row, files) : null }
}

/** Stored colours with the default wherever one is missing or no colour; a leading # is optional (spec §5). */
export function brandColors(stored: string | null): ReportBrand['colors'] {
  const values = fromJsonOr<Record<string, unknown> | null>(stored, null) ?? {}
  const colors: ReportBrand['colors'] = { ...defaultColors }
  for (const key of colorKeys) {
    const hex = hexColor.exec(String(values[key] ?? ''))?.[1]
    if (hex) colors[key] = `#${hex.toLowerCase()}`
  }
  return colors
}

async function readLogo(
  row: Selectable<BrandSettingsTable>,
  files: FileStore,
): Promise<ReportLogo | null> {
  const name = row.logoUrl?.split('/').at(-1)
  if (!name || !fromFlag(row.isActive)) return null
  const bytes = await readFile(files, `logos/${decodeURIComponent(name)}`)
  if (!bytes) return null
  const primary = brandColors(row.colors).primaryActions
  const custom = hexColor.exec(row.logoBackgroundColor ?? '')?.[1]
  return {
    bytes,
    mimeType: row.logoMimeType ?? '',
    zoom: Number(row.logoZoom),
    background: fromFlag(row.logoBackgroundTransparent) ? null : custom ? `#${custom}` : primary,
  }
}
