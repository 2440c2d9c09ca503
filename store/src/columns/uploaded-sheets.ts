import type { Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { UploadedSheetsTable } from '../database/schema.ts'
import type { FileStore } from '../files/file-store.ts'

export type UploadedSheet = Selectable<UploadedSheetsTable>

/** Where the file store has them. */
export const uploadedSheetsFolder = 'sheets'

export function uploadedSheetKey(id: string): string {
  return `${uploadedSheetsFolder}/${id}`
}

/** Returns the file that a job imports or reviews; `undefined` for a job that reads the spreadsheet. */
export async function findUploadOfJob(db: Db, jobId: string): Promise<UploadedSheet | undefined> {
  return db.selectFrom('uploaded_sheets').selectAll().where('jobId', '=', jobId).executeTakeFirst()
}

/** Deletes a file that is no longer needed: the file first, since it holds contacts. */
export async function deleteUploadedSheet(
  { db, files }: { db: Db; files: FileStore },
  id: string,
): Promise<void> {
  await files.delete(uploadedSheetKey(id))
  await db.deleteFrom('uploaded_sheets').where('id', '=', id).execute()
}
