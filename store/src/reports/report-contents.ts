import { hash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readIsSampleData } from '../automation-status.ts'
import { brandPaletteOf, findBrand } from '../brand-settings.ts'
import { fromFlag } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { logoKeyOf } from '../files/logo-files.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Decides whether reports are out of date (docs/reports.md#out-of-date). A report stores one digest of the content
 * about its circuit or congregation, and one of the frame around it. `report_contents` holds, for each place that has a
 * report, the digest of what a report would print now; imports update it.
 */

/** Of the templates that draw reports; a test says what it has to be. */
export const templatesDigest = '6aec33e5583f009ee7435a'

/**
 * Returns a digest of what every report prints regardless of its place: paper, brand, and whether the data are sample
 * data.
 */
export async function readFrameDigest(
  db: Db,
  { reportPaper }: Pick<Settings, 'reportPaper'>,
): Promise<string> {
  const brand = await findBrand(db)
  const logo = brand && fromFlag(brand.isActive) ? logoKeyOf(brand) : undefined
  return digestOf({
    templatesDigest,
    reportPaper,
    isSampleData: await readIsSampleData(db),
    colors: brandPaletteOf(brand),
    logo: logo !== undefined && [
      logo,
      brand?.logoZoom,
      brand?.logoBackgroundColor,
      brand?.logoBackgroundTransparent,
    ],
  })
}

export function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22)
}

/**
 * Whether a new report of the same place would print something other than this row of `reports`; `frame` is the digest
 * of the frame that it would have.
 */
export function isOutdated(frame: string): RawBuilder<SqlBool> {
  const contents = sql.table('report_contents')
  return sql<SqlBool>`(reports."frameDigest" <> ${frame} or not exists (
    select 1 from ${contents} where report_contents.place = reports.place
      and report_contents.digest = reports."contentDigest"))`
}

/**
 * Returns the digest of what a place would print, and when it last changed; `undefined` before the first report of it.
 */
export async function findContent(db: Db, place: string) {
  return db
    .selectFrom('report_contents')
    .select(['digest', 'changedAt'])
    .where('place', '=', place)
    .executeTakeFirst()
}

export interface PlaceContent {
  place: string
  circuit: string
  digest: string
}

/** Saves what places print; `at` becomes the time of change where the content is new. */
export async function saveContents(
  tx: Db,
  contents: readonly PlaceContent[],
  at: string,
): Promise<void> {
  for (const content of contents) {
    await tx
      .insertInto('report_contents')
      .values({ ...content, changedAt: at })
      .onConflict((conflict) =>
        conflict
          .column('place')
          .doUpdateSet({ digest: content.digest, changedAt: at })
          .where('report_contents.digest', '<>', content.digest),
      )
      .execute()
  }
}
