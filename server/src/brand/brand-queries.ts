import type { BrandSettings } from '@dashboard/contract/brand'
import type { BrandUpdate } from '@dashboard/contract/brand-inputs'
import type { BrandRow } from '@dashboard/store/brand-settings'
import { fromFlag, fromJson, nowIso, toFlag, toJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import type { Updateable } from 'kysely'
import { notFound } from '../http/app-error.ts'

/** There is only one row; its id is fixed, so that two first saves at once cannot create two. */
const settingsId = '6b0f6c1e-5d0c-4c55-9a53-8f0f2d1c7a10'

/** The id that the web sends while there is no row (docs/brand.md). */
export const defaultId = 'default'

export function toBrandSettings(row: BrandRow): BrandSettings {
  return {
    ...row,
    colors: fromJson(row.colors),
    logoBackgroundTransparent: fromFlag(row.logoBackgroundTransparent),
    isActive: fromFlag(row.isActive),
  }
}

/** Returns the columns that an update sets; colors that it leaves out keep their value. */
export function toBrandColumns(
  update: BrandUpdate,
  row: BrandRow,
): Updateable<Database['brand_settings']> {
  const { colors, logoBackgroundTransparent, ...others } = update
  return {
    ...others,
    ...(colors && { colors: toJson({ ...fromJson<object>(row.colors), ...colors }) }),
    ...(logoBackgroundTransparent !== undefined && {
      logoBackgroundTransparent: toFlag(logoBackgroundTransparent),
    }),
  }
}

/**
 * Changes the settings as they are at this moment, in the caller's transaction; `default` creates them when there are
 * none. Throws 404 for another id.
 */
export async function changeBrand(
  tx: Db,
  id: string,
  change: (row: BrandRow) => Updateable<Database['brand_settings']>,
): Promise<BrandRow> {
  const now = nowIso()
  const existing = await lockBrand(tx)
  if (!existing && id === defaultId) {
    await tx
      .insertInto('brand_settings')
      .values({ id: settingsId, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  const row = existing ?? (await lockBrand(tx))
  if (!row || (id !== defaultId && id !== row.id)) throw notFound('Brand settings')
  return tx
    .updateTable('brand_settings')
    .set({ ...change(row), updatedAt: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function lockBrand(tx: Db): Promise<BrandRow | undefined> {
  return tx
    .selectFrom('brand_settings')
    .selectAll()
    .orderBy('createdAt')
    .limit(1)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
}
