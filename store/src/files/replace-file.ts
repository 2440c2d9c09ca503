import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hourMs } from '@dashboard/contract/duration'

/** Ending of the names of unfinished files; such a file does not count as content of its folder. */
export const temporaryEnding = '.part'

/** No running process still writes to a temporary file older than this. */
const abandonedMs = hourMs

/**
 * Writes a file so that every reader finds either the old content or the new, even after a power cut: the content is
 * written under a temporary name beside the file, flushed to disk, and renamed. Folders are created, a symbolic link
 * still points to its target, and the permissions of an existing file are preserved.
 * @returns the result of `write`
 * @throws errors of the file system; the old file is then unchanged.
 */
export async function replaceFile<T>(
  path: string,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  const target = await realpath(path).catch(() => path)
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => undefined,
  )
  const folder = dirname(target)
  const random = randomBytes(8).toString('hex')
  const temporary = join(folder, `${temporaryStart(target)}${random}${temporaryEnding}`)
  const file = await open(temporary, 'wx+', mode)
  try {
    const result = await write(file)
    if (mode !== undefined) await file.chmod(mode)
    await file.sync()
    await file.close()
    await rename(temporary, target)
    await syncFolder(folder)
    return result
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Removes temporary files of `path` left by processes that were killed while writing; returns how many. One that was
 * written within the last hour is left alone, unless the caller knows that its process has ended.
 */
export async function removeAbandoned(
  path: string,
  { hasWriterEnded = false } = {},
): Promise<number> {
  let removed = 0
  const target = await realpath(path).catch(() => path)
  const folder = dirname(target)
  for (const entry of await readdir(folder).catch(() => [])) {
    if (!entry.startsWith(temporaryStart(target)) || !entry.endsWith(temporaryEnding)) continue
    const left = join(folder, entry)
    const found = await stat(left).catch(() => undefined)
    if (!found) continue
    if (!hasWriterEnded && Date.now() - found.mtimeMs <= abandonedMs) continue
    await rm(left, { force: true })
    removed += 1
  }
  return removed
}

function temporaryStart(target: string): string {
  return `.${basename(target)}.`
}

/** Flushes a folder: a rename survives a power cut only after that. Some systems cannot open a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
