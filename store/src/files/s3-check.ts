import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileStore, StorageError } from './file-store.ts'
import { explainS3Failure, explainSignedUpload, type S3Location } from './s3-failures.ts'

const content = Buffer.from('check')
/** As long as the address for a logo. */
const uploadMs = 10 * 60_000
const answerMs = 10_000
const deleteTries = 4
const deletePauseMs = 500

interface Storage {
  put(key: string, content: Uint8Array, contentType: string): Promise<unknown>
  /** Returns whether a delete marker was stored instead of a deletion. */
  remove(key: string): Promise<{ DeleteMarker?: boolean | undefined }>
  sizeOf(key: string): Promise<number | undefined>
  signUpload: FileStore['signUpload']
}

/**
 * Writes a small object, once more by a signed address as browsers do, measures and deletes it. Returns a warning when
 * the bucket retains deleted objects.
 * @throws StorageError where the storage does not do what it reports.
 */
export async function checkStorage(
  { put, remove, sizeOf, signUpload }: Storage,
  location: S3Location,
): Promise<string | undefined> {
  const key = `checks/${randomUUID()}`
  const contentType = 'application/octet-stream'
  await put(key, content, contentType)
  const announced = { sizeBytes: content.length, contentType, expiresInMs: uploadMs }
  await upload(await signUpload(key, announced), contentType, location)
  if ((await sizeOf(key)) !== content.length) throw doesNot('store what it accepted')
  const { DeleteMarker: isVersioned } = await remove(key)
  if (!(await isGone(() => sizeOf(key)))) throw doesNot('delete what it reported as deleted')
  if (!isVersioned) return undefined
  return `The bucket "${location.bucket}" keeps old versions of deleted files, such as reports with contact details: give it a lifecycle rule that removes them.`
}

async function upload(address = '', contentType: string, location: S3Location): Promise<void> {
  const headers = { 'content-type': contentType }
  let answer: Response
  try {
    const signal = AbortSignal.timeout(answerMs)
    answer = await fetch(address, { method: 'PUT', headers, body: content, signal })
  } catch (error) {
    throw explainS3Failure(error, location)
  }
  if (!answer.ok) throw await explainSignedUpload(answer, location)
  await answer.body?.cancel()
}

/** Whether a deleted file is gone; some storages take a moment until it is gone everywhere. */
async function isGone(readSize: () => Promise<number | undefined>): Promise<boolean> {
  for (let tries = 1; tries < deleteTries; tries++) {
    if ((await readSize()) === undefined) return true
    await sleep(deletePauseMs)
  }
  return (await readSize()) === undefined
}

function doesNot(what: string): StorageError {
  const sentence = `The file storage does not ${what}. Check its rules for objects, such as locks and retention.`
  return new StorageError(sentence, { cause: undefined })
}
