import { randomBytes } from 'node:crypto'
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { explainFileError } from './file-failures.ts'

/** Unfinished files older than this belong to no process that still writes. */
const abandonedMs = 60 * 60_000

/**
 * Writes a file so that whoever opens it finds the old content or the new, even when the machine
 * stops in between: a temporary name beside it, flushed to disk, then renamed.
 * @returns what `write` answers
 * @throws SpreadsheetServiceError when the disk is full, permission is denied and the like.
 */
export async function replaceFile<T>(
  path: string,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  try {
    return await replace(path, write)
  } catch (error) {
    throw explainFileError(path, error)
  }
}

async function replace<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  // A link stays a link: its target is replaced.
  const target = await realpath(path).catch(() => path)
  const folder = dirname(target)
  await removeAbandoned(folder, basename(target))
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => undefined,
  )
  const temporary = join(
    folder,
    `${temporaryPrefix(basename(target))}${randomBytes(6).toString('hex')}`,
  )
  const file = await open(temporary, 'wx')
  try {
    const answer = await write(file)
    if (mode !== undefined) await file.chmod(mode)
    await file.sync()
    await file.close()
    await rename(temporary, target)
    await syncFolder(folder)
    return answer
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * @throws SpreadsheetServiceError when `replaceFile` could not write there. The folder, or the one it
 * would be made in, has to take new files; the file itself is replaced, not written.
 */
export async function requireWritable(path: string): Promise<void> {
  let folder = dirname(await realpath(path).catch(() => path))
  while (folder !== dirname(folder) && !(await stat(folder).catch(() => undefined))) {
    folder = dirname(folder)
  }
  await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw explainFileError(path, error)
  })
}

function temporaryPrefix(name: string): string {
  return `.${name}.unfinished-`
}

async function removeAbandoned(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(temporaryPrefix(name))) continue
    const path = join(folder, entry)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

/** A rename lasts only when the folder is flushed too; some systems cannot open one. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
