import { randomUUID } from 'node:crypto'
import type { LogoFile } from '@dashboard/contract/brand-inputs'
import { logoTicketMs } from '@dashboard/contract/limits'
import { type BrandRow, findBrand } from '@dashboard/store/brand-settings'
import { toFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import type { FileStore } from '@dashboard/store/files/file-store'
import { logoFolder, logoKey, logoKeyOf, logoUrlOf } from '@dashboard/store/files/logo-files'
import { readFile } from '@dashboard/store/files/open-files'
import type { SignedInUser } from '../http/access-check.ts'
import { badGateway, badRequest, conflict, notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { changeBrand, defaultId } from './brand-queries.ts'
import { type DrawLogo, pictureOf } from './logo-picture.ts'
import { expiredTicket, signTicket, type UploadTicket, usedTicket } from './upload-ticket.ts'
import * as uploads from './uploads-queries.ts'

/** Matches the names under which logos are served. */
const endings = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
} as const

const typeByEnding: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** Longer than the time between writing a file and adding its row. */
const graceMs = logoTicketMs

export interface BrandDependencies {
  db: Db
  files: FileStore
  /** Signs upload tickets. */
  key: Uint8Array
  drawLogo: DrawLogo
  onError: (error: unknown, message: string) => void
}

/** Issues a ticket for one file; its address is the storage's own if the storage signs one, else the server's. */
export async function issueTicket(
  dependencies: BrandDependencies,
  file: LogoFile,
  user: SignedInUser,
) {
  const { db, files, key } = dependencies
  const expiresAt = new Date(Date.now() + logoTicketMs)
  const { id: logoId, storageKey } = await uploads.insertUpload(db, file, {
    uploadedBy: user.id,
    expiresAt,
  })
  const { fileSize, mimeType } = file
  const signed = await fromStorage(
    files.signUpload(storageKey, {
      sizeBytes: fileSize,
      contentType: mimeType,
      expiresInMs: logoTicketMs,
    }),
  )
  if (signed !== undefined) return { logoId, uploadUrl: signed }
  const ticket = await signTicket(key, { logoId, fileSize, mimeType }, expiresAt)
  return { logoId, uploadUrl: `/api/brand-settings/uploads/${ticket}` }
}

/**
 * Draws and stores the bytes of a ticket until they are confirmed; when several uploads arrive at once, only one is. A
 * ticket whose file was refused can be used again.
 */
export async function storeUpload(
  dependencies: BrandDependencies,
  ticket: UploadTicket,
  content: Buffer,
) {
  const { db, files, drawLogo } = dependencies
  const upload = await uploads.claimUpload(db, ticket.logoId)
  if (!upload) throw usedTicket()
  try {
    // Drawn early so that its refusals arrive while the client still waits for an answer.
    await pictureOf(content, ticket.mimeType, drawLogo)
    await fromStorage(files.write(upload.storageKey, content, ticket.mimeType))
  } catch (error) {
    await uploads.unclaimUpload(db, ticket.logoId)
    throw error
  }
}

/**
 * Makes the upload the logo; of several calls at once, one draws it. The served file is made from the bytes read here,
 * since an address signed by the storage stays open for writing.
 */
export async function confirmUpload(
  dependencies: BrandDependencies,
  logoId: string,
  announced: LogoFile,
  { user, audit }: { user: SignedInUser; audit: Audit<'logo.upload'> },
): Promise<BrandRow> {
  const { db, files, drawLogo } = dependencies
  const upload = await uploads.findUpload(db, logoId)
  if (!upload) throw notFound('Upload')
  if (Date.parse(upload.expiresAt) < Date.now()) throw expiredTicket()
  const { fileName, fileSize, mimeType } = announced
  if (
    fileName !== upload.fileName ||
    fileSize !== upload.fileSize ||
    mimeType !== upload.mimeType
  ) {
    throw badRequest('This is not the file that the upload ticket was for.')
  }
  const content = await fromStorage(readFile(files, upload.storageKey))
  if (content?.length !== fileSize) {
    throw conflict('The logo has not been uploaded, or not completely. Please upload it again.')
  }
  if (!(await uploads.takeUploadRow(db, logoId))) throw usedTicket()
  try {
    const picture = await pictureOf(content, mimeType, drawLogo)
    const servedName = `${randomUUID()}.${endings[picture.type]}`
    const servedKey = logoKey(servedName)
    await fromStorage(files.write(servedKey, picture.content, picture.type))
    let replaced: string | undefined
    const row = await inTransaction(db, async (tx) => {
      const changed = await changeBrand(tx, defaultId, (before) => {
        replaced = logoKeyOf(before)
        return {
          logoUrl: logoUrlOf(servedName),
          logoFileName: fileName,
          logoFileSize: fileSize,
          logoMimeType: mimeType,
          uploadedBy: user.id,
          isActive: toFlag(true),
        }
      })
      const details = { fileName, fileSize, mimeType }
      await audit(tx, 'logo.upload', { subject: `brand:${changed.id}`, details })
      return changed
    })
    await discard(dependencies, [upload.storageKey, replaced])
    return row
  } catch (error) {
    await uploads.returnUploadRow(db, upload)
    throw error
  }
}

/** Returns the type with which a logo is served; `undefined` for a name that the server did not make. */
export function contentTypeOf(fileName: string): string | undefined {
  const ending = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(\w+)$/.exec(fileName)?.[1]
  return ending === undefined ? undefined : typeByEnding[ending]
}

export async function showLogo(
  { db, audit }: Pick<BrandDependencies, 'db'> & { audit: Audit<'logo.enable' | 'logo.disable'> },
  id: string,
  isActive: boolean,
) {
  return inTransaction(db, async (tx) => {
    const changed = await changeBrand(tx, id, (row) => {
      if (row.logoUrl === null) throw notFound('Logo')
      return { isActive: toFlag(isActive) }
    })
    const subject = `brand:${changed.id}`
    await audit(tx, isActive ? 'logo.enable' : 'logo.disable', { subject })
    return changed
  })
}

/** Removes the logo and nothing else. */
export async function removeLogo(
  dependencies: Omit<BrandDependencies, 'key' | 'drawLogo'> & { audit: Audit<'logo.delete'> },
  id: string,
): Promise<void> {
  let removed: string | undefined
  await inTransaction(dependencies.db, async (tx) => {
    const changed = await changeBrand(tx, id, (row) => {
      if (row.logoUrl === null) throw notFound('Logo')
      removed = logoKeyOf(row)
      return {
        logoUrl: null,
        logoFileName: null,
        logoFileSize: null,
        logoMimeType: null,
        uploadedBy: null,
        isActive: toFlag(true),
      }
    })
    await dependencies.audit(tx, 'logo.delete', { subject: `brand:${changed.id}` })
  })
  await discard(dependencies, [removed])
}

/** Deletes uploads that were not confirmed and logos without a row; returns how many files. */
export async function sweepLogos(db: Db, files: FileStore, now = Date.now()): Promise<number> {
  await uploads.deleteExpiredUploads(db)
  // Files are listed before rows: the file of a row that is added in between is not deleted.
  const stored = [...(await files.list(uploads.uploadsFolder)), ...(await files.list(logoFolder))]
  const brand = await findBrand(db)
  const known = new Set([...(await uploads.listUploadKeys(db)), brand && logoKeyOf(brand)])
  const orphans = stored.filter(
    ({ key, modifiedAt }) => !known.has(key) && modifiedAt.getTime() < now - graceMs,
  )
  for (const { key } of orphans) await files.delete(key)
  return orphans.length
}

/** Deletes files whose row is gone; the sweep deletes later those that cannot be deleted now. */
async function discard(
  { files, onError }: Pick<BrandDependencies, 'files' | 'onError'>,
  keys: readonly (string | undefined)[],
): Promise<void> {
  for (const key of keys.filter((each) => each !== undefined)) {
    await files
      .delete(key)
      .catch((error: unknown) => onError(error, 'Could not delete a logo file'))
  }
}

/**
 * Throws a failure of the storage as one that is not the caller's, nor the database's; a full disk is named as such.
 */
export async function fromStorage<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    if (isDiskFull(error)) throw error
    throw badGateway('The file storage does not work at the moment. Please try again later.', error)
  }
}
