import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../start/start-error.ts'
import { readArchive } from '../archive.ts'
import { archiveNames, type Manifest } from '../manifest.ts'

const fileKey = /^[\w-]+(\/[\w.-]+)+$/
const sheetName = /^[^/\\]+\.(xlsx|csv)$/i

/** The names of a backup's parts in the folder that it is unpacked to. */
export const stagedNames = { database: 'dashboard.db', files: 'files' } as const

export interface StagedBackup {
  path: string
  passphrase?: string | undefined
}

/**
 * Unpacks a backup into an empty folder, and compares all of it with its checksums.
 * @throws StartError when it is no backup, is damaged or was made with another passphrase.
 */
export async function stageBackup(
  { path, passphrase }: StagedBackup,
  folder: string,
): Promise<Manifest> {
  await using file = await openBackup(path)
  return await readArchive(file, passphrase, async (name, content) => {
    const target = join(folder, pathOf(name))
    await mkdir(dirname(target), { recursive: true })
    await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }))
  })
}

/** @throws StartError when the file cannot be read. */
export function openBackup(path: string): Promise<FileHandle> {
  return open(path).catch((cause: unknown) => {
    throw new StartError(`The file ${path} cannot be read. Nothing was changed.`, { cause })
  })
}

/** Returns where an entry is unpacked. Names come from outside, so none may lead out of the folder. */
function pathOf(name: string): string {
  if (name === archiveNames.database) return stagedNames.database
  const key = after(name, archiveNames.files)
  if (key !== undefined && fileKey.test(key) && !key.includes('..')) {
    return join(stagedNames.files, key)
  }
  const sheet = after(name, archiveNames.sheet)
  if (sheet !== undefined && sheetName.test(sheet)) return 'sheet'
  throw new StartError(
    `The backup holds "${name}", which is not part of a backup of this product. Nothing was changed.`,
  )
}

function after(name: string, start: string): string | undefined {
  return name.startsWith(start) ? name.slice(start.length) : undefined
}
