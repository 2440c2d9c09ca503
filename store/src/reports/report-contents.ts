import { hash } from 'node:crypto'
import { readPalette } from '@dashboard/contract/brand-palette'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readIsSampleData, readLastImport } from '../automation-status.ts'
import { fromFlag, fromJsonOr } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { logoKeyOf } from '../files/logo-files.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Whether reports are out of date (docs/reports.md#out-of-date). A report keeps a digest of what it prints of its
 * circuit or congregation, and one of the frame around it. `report_contents` has, for each place of which there is a
 * report, the digest of what it would print now; imports keep it.
 */

/** What reports are compared with. */
export interface ReportBasis {
  /** The digest of the frame that a report would have now. */
  frame: string
  /** For reports of an earlier version, which have no digest; `null` before the first import. */
  lastImport: string | null
}

/** Raise it whenever the templates draw the same values differently. */
export const templateVersion = 1

export async function readReportBasis(
  db: Db,
  settings: Pick<Settings, 'reportPaper'>,
): Promise<ReportBasis> {
  return {
    frame: await readFrameDigest(db, settings),
    lastImport: await readLastImport(db),
  }
}

/** A digest of what every report prints, whatever its place: paper, brand, and whether the data are sample data. */
export async function readFrameDigest(
  db: Db,
  { reportPaper }: Pick<Settings, 'reportPaper'>,
): Promise<string> {
  const brand = await db
    .selectFrom('brand_settings')
    .selectAll()
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  const logo = brand && fromFlag(brand.isActive) ? logoKeyOf(brand) : undefined
  return digestOf({
    templateVersion,
    reportPaper,
    isSampleData: await readIsSampleData(db),
    colors: readPalette(fromJsonOr<Record<string, unknown> | null>(brand?.colors ?? null, null)),
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

/** Whether a row of `reports` prints something else than a report of its place would now. */
export function isOutOfDate({ frame, lastImport }: ReportBasis): RawBuilder<SqlBool> {
  const contents = sql.table('report_contents')
  return sql<SqlBool>`case
    when reports."contentDigest" is null then ${
      lastImport === null ? sql`1 = 0` : sql`reports."generatedAt" < ${lastImport}`
    }
    when coalesce(reports."frameDigest", ${frame}) <> ${frame} then 1 = 1
    else not exists (select 1 from ${contents} where report_contents.place = reports.place
      and report_contents.digest = reports."contentDigest")
  end`
}

/** What a place would print, and since when; `undefined` before the first report of it. */
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

/** Notes what places print, with `at` as the time of change where that is something new. */
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

/** What a report of an earlier version prints is not known. */
const unknown = 'unknown'

/**
 * In the transaction of an import, before its changes: reports of an earlier version that count as current stay so
 * until the content of their place changes, whatever it is now.
 */
export async function keepOlderReportsCurrent(tx: Db): Promise<void> {
  const lastImport = await readLastImport(tx)
  const isCurrent = sql<SqlBool>`"contentDigest" is null and "generatedAt" >= ${lastImport ?? ''}`
  await sql`insert into report_contents (place, circuit, digest, "changedAt")
    select place, max("circuitId"), ${unknown}, max(coalesce("dataAsOf", "generatedAt"))
    from reports where ${isCurrent} group by place
    on conflict (place) do nothing`.execute(tx)
  await sql`update reports set "contentDigest" = ${unknown} where ${isCurrent}
    and place in (select place from report_contents where digest = ${unknown})`.execute(tx)
}
