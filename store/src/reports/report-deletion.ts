import { z } from 'zod'
import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { deletePreference, readPreference, savePreference } from '../database/preferences.ts'

const preference = 'report-deletion'

/** Old reports whose deletion has been announced. */
const ReportDeletion = z.object({
  /** Those generated at that instant or before. */
  until: z.string(),
  /** When they are deleted. */
  at: z.string(),
})
export type ReportDeletion = z.infer<typeof ReportDeletion>

/** The announced deletion; `undefined` while there is none. */
export async function readReportDeletion(db: Db): Promise<ReportDeletion | undefined> {
  return ReportDeletion.safeParse(await readPreference(db, preference)).data
}

/** Notes what is announced, within the caller's transaction; whoever polls the reports is told. */
export async function announceReportDeletion(tx: Db, deletion: ReportDeletion): Promise<void> {
  await savePreference(tx, preference, deletion)
  await raiseVersion(tx, 'reports')
}

/** Takes the announcement back, within the caller's transaction. */
export async function withdrawReportDeletion(tx: Db): Promise<void> {
  await deletePreference(tx, preference)
  await raiseVersion(tx, 'reports')
}
