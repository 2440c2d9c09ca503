import { logoTicketMs } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { logoFolder, logoKeysOf } from '@dashboard/store/files/logo-files'
import { findBrand } from './brand-queries.ts'
import { deleteExpiredUploads, listUploadKeys, uploadsFolder } from './uploads-queries.ts'

/** Longer than it takes from a file to its row. */
const graceMs = logoTicketMs

/** Deletes uploads that were not confirmed and logos without a row; answers how many files. */
export async function sweepLogos(db: Db, files: FileStore, now = Date.now()): Promise<number> {
  await deleteExpiredUploads(db)
  // Files first, rows after: a row that comes in between keeps its file.
  const stored = [...(await files.list(uploadsFolder)), ...(await files.list(logoFolder))]
  const brand = await findBrand(db)
  const known = new Set([...(await listUploadKeys(db)), ...(brand ? logoKeysOf(brand) : [])])
  const orphans = stored.filter(
    ({ key, modifiedAt }) => !known.has(key) && modifiedAt.getTime() < now - graceMs,
  )
  for (const { key } of orphans) await files.delete(key)
  return orphans.length
}
