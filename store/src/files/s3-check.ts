import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageError } from './file-store.ts'

const content = Buffer.from('check')
const deleteTries = 4
const deletePauseMs = 500

interface Storage {
  put(key: string, content: Uint8Array, contentType: string): Promise<unknown>
  /** Returns whether a delete marker was stored instead of a deletion. */
  remove(key: string): Promise<{ DeleteMarker?: boolean | undefined }>
  sizeOf(key: string): Promise<number | undefined>
}

/**
 * Writes, measures and deletes a small object. Returns a warning when the bucket keeps deleted objects.
 * @throws StorageError where the storage does not do what it reports.
 */
export async function checkStorage(
  { put, remove, sizeOf }: Storage,
  bucket: string,
): Promise<string | undefined> {
  const key = `checks/${randomUUID()}`
  await put(key, content, 'application/octet-stream')
  if ((await sizeOf(key)) !== content.length) throw doesNot('keep what it says it has taken')
  const { DeleteMarker: isKept } = await remove(key)
  if (!(await isGone(() => sizeOf(key)))) throw doesNot('delete what it says it has deleted')
  if (!isKept) return undefined
  return `The bucket "${bucket}" keeps old versions of deleted files, such as reports with contact details: give it a lifecycle rule that removes them.`
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
