import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { deletePreference, readPreference, savePreference } from '../database/preferences.ts'

const preference = 'report-deletion'

/** Old reports whose deletion has been announced. */
export interface ReportDeletion {
  /** Reports generated at that instant or before. */
  until: string
  at: string
}

export async function readReportDeletion(db: Db): Promise<ReportDeletion | undefined> {
  return readPreference<ReportDeletion>(db, preference)
}

/** Saves an announcement within the caller's transaction, and raises the version that pollers of reports compare. */
export async function announceReportDeletion(tx: Db, deletion: ReportDeletion): Promise<void> {
  await savePreference(tx, preference, deletion)
  await raiseVersion(tx, 'reports')
}

/** Withdraws the announcement, within the caller's transaction. */
export async function withdrawReportDeletion(tx: Db): Promise<void> {
  await deletePreference(tx, preference)
  await raiseVersion(tx, 'reports')
}
