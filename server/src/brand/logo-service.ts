import { randomUUID } from 'node:crypto'
import { logoTicketMs } from '@dashboard/contract/limits'
import { findBrand } from '@dashboard/store/brand-settings'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { logoFolder, logoKeyOf } from '@dashboard/store/files/logo-files'
import type { LogoPicture } from './logo-picture.ts'
import { uploadsFolder } from './uploads-queries.ts'

/** Matches the names under which logos are served. */
const endings = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
} as const

/** Longer than the time between writing a file and adding its row. */
const graceMs = logoTicketMs

export interface LogoDependencies {
  db: Db
  files: FileStore
  onError: (error: unknown, message: string) => void
}

export function nameLogo(type: LogoPicture['type']): string {
  return `${randomUUID()}.${endings[type]}`
}

/** Returns the type with which a logo is served; `undefined` for a name that the server did not make. */
export function contentTypeOf(fileName: string): string | undefined {
  const ending = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(\w+)$/.exec(fileName)?.[1]
  return Object.entries(endings).find(([, known]) => known === ending)?.[0]
}

/** Deletes uploads that were not confirmed and logos without a row; returns how many files. */
export async function sweepLogos(db: Db, files: FileStore): Promise<number> {
  await db.deleteFrom('logo_uploads').where('expiresAt', '<', nowIso()).execute()
  // Files are listed before rows: the file of a row that is added in between is not deleted.
  const stored = [...(await files.list(uploadsFolder)), ...(await files.list(logoFolder))]
  const brand = await findBrand(db)
  const rows = await db.selectFrom('logo_uploads').select('storageKey').execute()
  const known = new Set([...rows.map(({ storageKey }) => storageKey), brand && logoKeyOf(brand)])
  const orphans = stored.filter(
    ({ key, modifiedAt }) => !known.has(key) && modifiedAt.getTime() < Date.now() - graceMs,
  )
  for (const { key } of orphans) await files.delete(key)
  return orphans.length
}

/** Deletes files whose row is gone; the sweep deletes later those that cannot be deleted now. */
export async function discard(
  { files, onError }: Pick<LogoDependencies, 'files' | 'onError'>,
  keys: readonly (string | undefined)[],
): Promise<void> {
  for (const key of keys.filter((each) => each !== undefined)) {
    await files
      .delete(key)
      .catch((error: unknown) => onError(error, 'Could not delete a logo file'))
  }
}
