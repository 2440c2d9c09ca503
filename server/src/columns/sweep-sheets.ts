import { uploadedSheet } from '@dashboard/contract/limits'
import {
  deleteUploadedSheet,
  uploadedSheetKey,
  uploadedSheetsFolder,
} from '@dashboard/store/columns/uploaded-sheets'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { temporaryEnding } from '@dashboard/store/files/replace-file'

/** No server still writes a file as large as an upload after this time. */
const abandonedMs = 10 * 60_000

/**
 * Deletes files that no import has used in time, those without a row, and what a killed server has left. Returns how
 * many there were.
 */
export async function sweepUploadedSheets({
  db,
  files,
}: {
  db: Db
  files: FileStore
}): Promise<number> {
  const now = Date.now()
  const before = toIso(now - uploadedSheet.retentionMs)
  const stored = await files.list(uploadedSheetsFolder)
  const rows = await db.selectFrom('uploaded_sheets').select(['id', 'createdAt']).execute()
  const old = rows.filter(({ createdAt }) => createdAt < before)
  for (const { id } of old) await deleteUploadedSheet({ db, files }, id)
  const known = new Set(rows.map(({ id }) => uploadedSheetKey(id)))
  const left = stored.filter(({ key, modifiedAt }) => {
    const age = now - modifiedAt.getTime()
    const retentionMs = key.endsWith(temporaryEnding) ? abandonedMs : uploadedSheet.retentionMs
    return !known.has(key) && age > retentionMs
  })
  for (const { key } of left) await files.delete(key)
  return old.length + left.length
}
