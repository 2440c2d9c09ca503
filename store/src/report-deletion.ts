import { z } from 'zod'
import { fromJsonOr, nowIso, toJson } from './database/column-values.ts'
import { raiseVersion } from './database/data-versions.ts'
import type { Db } from './database/open-database.ts'

const preference = 'report-deletion'

/** Old reports whose deletion has been announced (docs/behavior.md#how-long-things-are-kept). */
const ReportDeletion = z.object({
  /** Those generated at that instant or before. */
  until: z.string(),
  /** When they are deleted. */
  at: z.string(),
})
export type ReportDeletion = z.infer<typeof ReportDeletion>

/** The announced deletion; `undefined` while there is none. */
export async function readReportDeletion(db: Db): Promise<ReportDeletion | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('name', '=', preference)
    .executeTakeFirst()
  return ReportDeletion.safeParse(fromJsonOr<unknown>(row?.value ?? null, null)).data
}

/** Notes what is announced, within the caller's transaction; whoever polls the reports is told. */
export async function announceReportDeletion(tx: Db, deletion: ReportDeletion): Promise<void> {
  const values = { value: toJson(deletion), updatedAt: nowIso() }
  await tx
    .insertInto('preferences')
    .values({ name: preference, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
  await raiseVersion(tx, 'reports')
}

/** Takes the announcement back, within the caller's transaction. */
export async function withdrawReportDeletion(tx: Db): Promise<void> {
  await tx.deleteFrom('preferences').where('name', '=', preference).execute()
  await raiseVersion(tx, 'reports')
}
