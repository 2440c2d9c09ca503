import { basename, extname } from 'node:path'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { drawingType, logoKey, logoKeyOf, logoUrlOf } from '@dashboard/store/files/logo-files'
import { readFile } from '@dashboard/store/files/open-files'
import { findBrand } from './brand-queries.ts'
import { pictureOf } from './logo-picture.ts'

/**
 * Draws the logo of an installation that served SVG files themselves: from then on the picture is shown.
 * Answers whether there was one to draw.
 */
export async function drawStoredLogo(db: Db, files: FileStore): Promise<boolean> {
  const row = await findBrand(db)
  const key = row && logoKeyOf(row)
  if (!row || key === undefined || extname(key) !== '.svg') return false
  const drawing = await readFile(files, key)
  if (drawing === undefined) return false
  const { content, type } = await pictureOf(drawing, drawingType)
  const fileName = `${basename(key, '.svg')}.png`
  await files.write(logoKey(fileName), content, type)
  await db
    .updateTable('brand_settings')
    .set({ logoUrl: logoUrlOf(fileName), updatedAt: nowIso() })
    .where('id', '=', row.id)
    .where('logoUrl', '=', row.logoUrl)
    .execute()
  return true
}
