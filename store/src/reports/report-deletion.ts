import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { deleteStoredValue, readStoredValue, saveStoredValue } from '../database/stored-values.ts'

const storedName = 'report-deletion'

/** Old reports whose deletion has been announced. */
export interface ReportDeletion {
  /** Reports generated at that instant or before. */
  until: string
  at: string
}

export async function readReportDeletion(db: Db): Promise<ReportDeletion | undefined> {
  return readStoredValue<ReportDeletion>(db, storedName)
}

/** Saves an announcement within the caller's transaction, and raises the version that pollers of reports compare. */
export async function announceReportDeletion(tx: Db, deletion: ReportDeletion): Promise<void> {
  await saveStoredValue(tx, storedName, deletion)
  await raiseVersion(tx, 'reports')
}

/** Withdraws the announcement, within the caller's transaction. */
export async function withdrawReportDeletion(tx: Db): Promise<void> {
  await deleteStoredValue(tx, storedName)
  await raiseVersion(tx, 'reports')
}
