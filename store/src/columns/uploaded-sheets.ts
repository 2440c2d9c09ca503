import type { Selectable } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'
import type { FileStore } from '../files/file-store.ts'

export type UploadedSheet = Selectable<Database['uploaded_sheets']>

export const uploadedSheetsFolder = 'sheets'

export function uploadedSheetKey(id: string): string {
  return `${uploadedSheetsFolder}/${id}`
}

/** Returns the file that a job imports or reviews; `undefined` for a job that reads the spreadsheet. */
export async function findUploadOfJob(db: Db, jobId: string): Promise<UploadedSheet | undefined> {
  return db.selectFrom('uploaded_sheets').selectAll().where('jobId', '=', jobId).executeTakeFirst()
}

/** Deletes an uploaded file and its row. The file goes first, since it holds contacts. */
export async function deleteUploadedSheet(
  { db, files }: { db: Db; files: FileStore },
  id: string,
): Promise<void> {
  await files.delete(uploadedSheetKey(id))
  await db.deleteFrom('uploaded_sheets').where('id', '=', id).execute()
}

/** Returns how many files of a user wait for an import; those whose import failed do not count. */
export function countWaitingSheets(db: Db, userId: string): Promise<number> {
  const waiting = sheetsWithJobs(db, userId).where((where) =>
    where.or([where('uploaded_sheets.jobId', 'is', null), where('jobs.status', '!=', 'failed')]),
  )
  return countRows(waiting)
}

/** Returns the files of a user whose import failed, also when its job is gone, the newest first. */
export async function listFailedSheets(db: Db, userId: string): Promise<string[]> {
  const rows = await sheetsWithJobs(db, userId)
    .where('uploaded_sheets.jobId', 'is not', null)
    .where((where) => where.or([where('jobs.id', 'is', null), where('jobs.status', '=', 'failed')]))
    .select('uploaded_sheets.id')
    .orderBy('uploaded_sheets.createdAt', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

function sheetsWithJobs(db: Db, userId: string) {
  return db
    .selectFrom('uploaded_sheets')
    .leftJoin('jobs', 'jobs.id', 'uploaded_sheets.jobId')
    .where('uploaded_sheets.userId', '=', userId)
}
