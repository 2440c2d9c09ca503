import type { Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { UploadedSheetsTable } from '../database/schema.ts'
import type { FileStore } from '../files/file-store.ts'

export type UploadedSheet = Selectable<UploadedSheetsTable>

/** Folder in the file store. */
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
