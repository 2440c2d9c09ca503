import type { LogoFile } from '@dashboard/contract/brand-inputs'
import { logoTicketMs } from '@dashboard/contract/limits'
import type { BrandRow } from '@dashboard/store/brand-settings'
import { toFlag } from '@dashboard/store/database/column-values'
import { inTransaction } from '@dashboard/store/database/transactions'
import { logoKey, logoKeyOf, logoUrlOf } from '@dashboard/store/files/logo-files'
import { readFile } from '@dashboard/store/files/open-files'
import type { SignedInUser } from '../http/access-check.ts'
import { badRequest, conflict, notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { changeBrand, defaultId } from './brand-queries.ts'
import { type DrawLogo, pictureOf } from './logo-picture.ts'
import { discard, type LogoDependencies, nameLogo } from './logo-service.ts'
import { expiredTicket, signTicket, type UploadTicket, usedTicket } from './upload-ticket.ts'
import * as uploads from './uploads-queries.ts'

export interface UploadDependencies extends LogoDependencies {
  /** Signs upload tickets. */
  key: Uint8Array
  drawLogo: DrawLogo
}

/** Issues a ticket for one file; its address is the storage's own if the storage signs one, else the server's. */
export async function issueTicket(
  dependencies: UploadDependencies,
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
  const signed = await files.signUpload(storageKey, {
    sizeBytes: fileSize,
    contentType: mimeType,
    expiresInMs: logoTicketMs,
  })
  if (signed !== undefined) return { logoId, uploadUrl: signed }
  const ticket = await signTicket(key, { logoId, fileSize, mimeType }, expiresAt)
  return { logoId, uploadUrl: `/api/brand-settings/uploads/${ticket}` }
}

/**
 * Draws and stores the bytes of a ticket until they are confirmed; when several uploads arrive at once, only one is. A
 * ticket whose file was refused can be used again.
 */
export async function storeUpload(
  dependencies: UploadDependencies,
  ticket: UploadTicket,
  content: Buffer,
) {
  const { db, files, drawLogo } = dependencies
  const upload = await uploads.claimUpload(db, ticket.logoId)
  if (!upload) throw usedTicket()
  try {
    // Drawn early so that its refusals arrive while the client still waits for an answer.
    await pictureOf(content, ticket.mimeType, drawLogo)
    await files.write(upload.storageKey, content, ticket.mimeType)
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
  dependencies: UploadDependencies,
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
  const content = await readFile(files, upload.storageKey)
  if (content?.length !== fileSize) {
    throw conflict('The logo has not been uploaded, or not completely. Upload it again.')
  }
  if (!(await uploads.takeUploadRow(db, logoId))) throw usedTicket()
  try {
    const picture = await pictureOf(content, mimeType, drawLogo)
    const servedName = nameLogo(picture.type)
    const servedKey = logoKey(servedName)
    await files.write(servedKey, picture.content, picture.type)
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
