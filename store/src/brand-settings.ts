import { type BrandPalette, readPalette } from '@dashboard/contract/brand-palette'
import type { Selectable } from 'kysely'
import { fromJson } from './database/column-values.ts'
import type { Db } from './database/open-database.ts'
import type { Database } from './database/schema.ts'

export type BrandRow = Selectable<Database['brand_settings']>

/** Returns the only row; `undefined` before anything was saved. */
export async function findBrand(db: Db): Promise<BrandRow | undefined> {
  return db
    .selectFrom('brand_settings')
    .selectAll()
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}

export function brandPaletteOf(brand: BrandRow | undefined): BrandPalette {
  return readPalette(brand && fromJson<Record<string, unknown>>(brand.colors))
}
