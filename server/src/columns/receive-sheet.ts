import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { formatCount } from '@dashboard/contract/counts'
import { uploadedSheet } from '@dashboard/contract/limits'
import {
  countWaitingSheets,
  deleteUploadedSheet,
  listFailedSheets,
  uploadedSheetKey,
} from '@dashboard/store/columns/uploaded-sheets'
import { nowIso } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { safeFileName } from '@dashboard/store/files/file-name'
import type { FileStore } from '@dashboard/store/files/file-store'
import { temporaryEnding } from '@dashboard/store/files/replace-file'
import type { FastifyRequest } from 'fastify'
import type { SignedInUser } from '../http/access-check.ts'
import { type AppError, badRequest, conflict, tooLarge } from '../http/app-error.ts'

/**
 * Receives a whole file and stores it until an import has used it.
 * @throws 413 beyond `uploadedSheet.maxBytes`, 400 for an empty one, 409 beyond `uploadedSheet.perUser`.
 */
export async function receiveSheet(
  { db, files, dataDir }: { db: Db; files: FileStore; dataDir: string },
  user: SignedInUser,
  {
    name: givenName,
    body,
    request,
  }: { name: string; body: Readable | undefined; request: FastifyRequest },
) {
  const name = fileNameOf(givenName)
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > uploadedSheet.maxBytes) throw tooLargeSheet()
  const id = randomUUID()
  const sizeBytes = await whileArriving(user, async (others) => {
    await requireRoomForSheet(db, user, others)
    return await storeBody({ files, dataDir }, uploadedSheetKey(id), body)
  })
  const createdAt = nowIso()
  try {
    await inTransaction(db, async (tx) => {
      // Files that arrive at once wait here for each other, so that each counts the others.
      await lockUser(tx, user.id)
      await requireRoomForSheet(tx, user)
      await tx
        .insertInto('uploaded_sheets')
        .values({ id, userId: user.id, name, sizeBytes, createdAt })
        .execute()
    })
  } catch (error) {
    await files.delete(uploadedSheetKey(id))
    throw error
  }
  // The newest files whose import failed can be tried again.
  const failed = await listFailedSheets(db, user.id)
  for (const old of failed.slice(uploadedSheet.perUser)) {
    await deleteUploadedSheet({ db, files }, old)
  }
  return { id, name, sizeBytes }
}

/** Stores a body under a key and returns its size. */
function storeBody(
  { files, dataDir }: { files: FileStore; dataDir: string },
  key: string,
  body: Readable | undefined,
): Promise<number> {
  return withNamelessFile(dataDir, async (file) => {
    let size = 0
    for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
      size += chunk.length
      if (size > uploadedSheet.maxBytes) throw tooLargeSheet()
      await file.appendFile(chunk)
    }
    if (size === 0) throw badRequest('The file is empty. Choose another one.')
    const stream = file.createReadStream({ start: 0, autoClose: false })
    await files.write(key, { size, stream }, 'application/octet-stream')
    return size
  })
}

const arriving = new Map<string, number>()

/** Calls `receive` with the number of the user's other files that are arriving at this server. */
async function whileArriving<T>(
  { id }: SignedInUser,
  receive: (others: number) => Promise<T>,
): Promise<T> {
  const others = arriving.get(id) ?? 0
  arriving.set(id, others + 1)
  try {
    return await receive(others)
  } finally {
    const left = (arriving.get(id) ?? 1) - 1
    if (left === 0) arriving.delete(id)
    else arriving.set(id, left)
  }
}

/**
 * Calls `use` with a file that has no name: it holds the whole body before the storage is used, and nothing of it is
 * left however this process ends.
 */
async function withNamelessFile<T>(
  folder: string,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const path = join(folder, `.${randomUUID()}${temporaryEnding}`)
  await using file = await open(path, 'ax+', 0o600)
  await rm(path)
  return await use(file)
}

/** Returns the last part of a path as a name that every system accepts; a long one is cut before its extension. */
function fileNameOf(path: string): string {
  const last = (path.split(/[\\/]/).at(-1) ?? '').trim()
  const ending = /\.\w{1,10}$/.exec(last)?.[0] ?? ''
  const base = last.slice(0, last.length - ending.length)
  return (safeFileName(base) || 'sheet') + ending
}

function tooLargeSheet(): AppError {
  const megabytes = uploadedSheet.maxBytes / 1024 ** 2
  return tooLarge(
    `The file is larger than ${formatCount(megabytes)} MB. Remove sheets and pictures that are not needed, then try again.`,
  )
}

/**
 * Throws 409 when the user has many files that wait for an import, with those that are arriving; those whose import
 * failed do not count.
 */
async function requireRoomForSheet(db: Db, user: SignedInUser, arrivingFiles = 0): Promise<void> {
  if ((await countWaitingSheets(db, user.id)) + arrivingFiles < uploadedSheet.perUser) return
  throw conflict(
    'You have uploaded many files that are not imported yet. They are deleted after a day.',
  )
}
