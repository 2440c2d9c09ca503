import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { inBatches } from '@dashboard/store/database/statement-batches'
import type { FileStore } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { temporaryEnding } from '@dashboard/store/files/replace-file'
import { volunteerListsFolder } from '@dashboard/store/volunteers/volunteer-lists'

const contentTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}
const filesAtOnce = 8

/** Copies all files; other files of the target stay. After a failure the target holds none of the new files. */
export async function copyFiles(source: FileStore, target: FileStore): Promise<void> {
  await target.check()
  const keys = await listFinished(source)
  const known = new Set(await listFinished(target))
  try {
    await forEachFile(keys, (key) => copyFile(source, target, key))
  } catch (error) {
    const added = keys.filter((key) => !known.has(key))
    await forEachFile(added, (key) => target.delete(key).catch(() => {}))
    throw error
  }
}

/** Works on a few files at once, and waits for all of these even when one has failed. */
async function forEachFile(keys: readonly string[], work: (key: string) => Promise<void>) {
  for (const some of inBatches(keys, filesAtOnce)) {
    const results = await Promise.allSettled(some.map(work))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}

/**
 * Files that are not copied: what a check of the storage left, and lists of volunteers, which are fetched within an
 * hour.
 */
const passing = ['checks/', `${volunteerListsFolder}/`]

/** Returns the files without those, and without files that a killed process left half written. */
export async function listFinished(files: FileStore): Promise<string[]> {
  const keys = (await files.list()).map(({ key }) => key)
  return keys.filter(
    (key) => !key.endsWith(temporaryEnding) && !passing.some((folder) => key.startsWith(folder)),
  )
}

async function copyFile(source: FileStore, target: FileStore, key: string): Promise<void> {
  const content = await readFile(source, key)
  const type = contentTypes[extname(key)] ?? 'application/octet-stream'
  if (content) await target.write(key, content, type)
}

export async function hashOfStored(files: FileStore, key: string): Promise<string | undefined> {
  const content = await readFile(files, key)
  return content && createHash('sha256').update(content).digest('hex')
}
