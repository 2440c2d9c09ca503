import { randomUUID } from 'node:crypto'
import type { LogoFile } from '@dashboard/contract/brand-inputs'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import type { Selectable } from 'kysely'

export type UploadRow = Selectable<Database['logo_uploads']>

/** The folder in which uploads wait for their confirmation, apart from the logos that are served. */
export const uploadsFolder = 'logo-uploads'

export async function insertUpload(
  db: Db,
  file: LogoFile,
  { uploadedBy, expiresAt }: { uploadedBy: string; expiresAt: Date },
): Promise<UploadRow> {
  const id = randomUUID()
  return db
    .insertInto('logo_uploads')
    .values({
      id,
      ...file,
      storageKey: `${uploadsFolder}/${id}`,
      uploadedBy,
      expiresAt: toIso(expiresAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('logo_uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Marks the ticket as used; returns `undefined` when it was used before. */
export function claimUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db
    .updateTable('logo_uploads')
    .set({ uploadedAt: nowIso() })
    .where('id', '=', id)
    .where('uploadedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Makes the ticket valid again, because the file could not be stored. */
export async function unclaimUpload(db: Db, id: string): Promise<void> {
  await db.updateTable('logo_uploads').set({ uploadedAt: null }).where('id', '=', id).execute()
}

/**
 * Takes the upload's row away, for the request that makes it the logo; returns `false` when another request was first.
 */
export async function takeUploadRow(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('logo_uploads').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Puts the row back, because the upload could not become the logo. */
export async function returnUploadRow(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('logo_uploads').values(row).execute()
}
