import { extname } from 'node:path'
import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { parseHex } from '@dashboard/contract/colors'
import { type BrandRow, brandPaletteOf, findBrand } from '@dashboard/store/brand-settings'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { logoKeyOf } from '@dashboard/store/files/logo-files'
import { readFile } from '@dashboard/store/files/open-files'
import type { ReportBrand, ReportLogo } from './report-data.ts'

/** Reads the saved colors and the logo, if it is switched on; returns the defaults if nothing was saved. */
export async function readBrand(db: Db, files: FileStore): Promise<ReportBrand> {
  const row = await findBrand(db)
  const colors = brandPaletteOf(row)
  return { colors, logo: row ? await readLogo(row, colors, files) : null }
}

async function readLogo(
  row: BrandRow,
  { primaryActions }: BrandPalette,
  files: FileStore,
): Promise<ReportLogo | null> {
  const key = logoKeyOf(row)
  if (key === undefined || !fromFlag(row.isActive)) return null
  const bytes = await readFile(files, key)
  if (!bytes) return null
  const ground = parseHex(row.logoBackgroundColor) ?? primaryActions
  return {
    bytes,
    format: extname(key).slice(1),
    zoom: Number(row.logoZoom),
    background: fromFlag(row.logoBackgroundTransparent) ? null : ground,
  }
}
