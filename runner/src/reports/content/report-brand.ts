import { extname } from 'node:path'
import { type BrandPalette, readPalette } from '@dashboard/contract/brand-palette'
import { parseHex } from '@dashboard/contract/colors'
import { fromFlag, fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { BrandSettingsTable } from '@dashboard/store/database/schema'
import type { FileStore } from '@dashboard/store/files/file-store'
import { logoKeyOf } from '@dashboard/store/files/logo-files'
import { readFile } from '@dashboard/store/files/open-files'
import type { Selectable } from 'kysely'
import type { ReportBrand, ReportLogo } from './report-data.ts'

/** Reads the saved colors and the logo, if it is switched on; returns the defaults if nothing was saved. */
export async function readBrand(db: Db, files: FileStore): Promise<ReportBrand> {
  const row = await db
    .selectFrom('brand_settings')
    .selectAll()
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  const colors = readPalette(fromJsonOr<Record<string, unknown> | null>(row?.colors ?? null, null))
  return { colors, logo: row ? await readLogo(row, colors, files) : null }
}

async function readLogo(
  row: Selectable<BrandSettingsTable>,
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
