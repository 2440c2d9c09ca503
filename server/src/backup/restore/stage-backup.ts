import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises'
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
 * @throws StartError when it is no backup, is damaged or was made with another passphrase, or there is no room for it.
 */
export async function stageBackup(
  { path, passphrase }: StagedBackup,
  folder: string,
): Promise<Manifest> {
  await using file = await openBackup(path)
  const limit = limitBytes(await roomOf(folder))
  return await readArchive(file, passphrase, async (name, content) => {
    const target = join(folder, pathOf(name))
    await mkdir(dirname(target), { recursive: true })
    await pipeline(content, limit, createWriteStream(target, { mode: 0o600, flush: true }))
  })
}

/** @throws StartError when the file cannot be read. */
export function openBackup(path: string): Promise<FileHandle> {
  return open(path).catch((cause: unknown) => {
    throw new StartError(`The file ${path} cannot be read. Nothing was changed.`, { cause })
  })
}

/**
 * Returns what passes the content of one file after the other on, up to `most` bytes in all: an archive of some
 * kilobytes may unpack to any size.
 * @throws StartError beyond that.
 */
export function limitBytes(most: number) {
  let bytes = 0
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > most) {
        throw new StartError(
          `The backup unpacks to more than ${Math.floor(most / 1_048_576)} MB, for which the disk has no room. Nothing was changed.`,
        )
      }
      yield chunk
    }
  }
}

/** Returns how many bytes may be written to the disk of a folder; a tenth is left free for other writes meanwhile. */
async function roomOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return 0.9 * bavail * bsize
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
    `The backup holds "${name}", which is no part of a backup of this product. Nothing was changed.`,
  )
}

function after(name: string, start: string): string | undefined {
  return name.startsWith(start) ? name.slice(start.length) : undefined
}
