import { createWriteStream } from 'node:fs'
import { mkdir, open, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../start/start-error.ts'
import { measureArchive, readArchive } from '../archive.ts'
import { archiveNames, type Manifest } from '../manifest.ts'

const fileKey = /^[\w-]+(\/[\w.-]+)+$/
const sheetName = /^[^/\\]+\.(xlsx|csv)$/i

/** Where the parts of a backup lie in the folder it is unpacked to. */
export const stagedNames = { database: 'dashboard.db', files: 'files' } as const

export interface StagedBackup {
  path: string
  passphrase?: string | undefined
  /** Is told how many bytes the backup unpacks to, before it is. */
  onMeasured?: ((bytes: number) => void) | undefined
  /** The most bytes that it may unpack to; what the disk has room for, unless given. */
  maxBytes?: number | undefined
}

/**
 * Unpacks a backup into an empty folder, once all of it has been compared with its checksums.
 * @throws StartError when it is no backup or damaged, the passphrase is another one, or there is no room for it.
 */
export async function stageBackup(
  { path, passphrase, onMeasured, maxBytes }: StagedBackup,
  folder: string,
): Promise<Manifest> {
  const file = await open(path).catch((cause: unknown) => {
    throw new StartError(`The file ${path} cannot be read. Nothing was changed.`, { cause })
  })
  try {
    const most = maxBytes ?? (await roomOf(folder))
    onMeasured?.(await measureArchive(file, passphrase, most))
    return await readArchive(file, passphrase, async (name, content) => {
      const target = join(folder, placeOf(name))
      await mkdir(dirname(target), { recursive: true })
      await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }))
    })
  } finally {
    await file.close()
  }
}

/** Bytes that may be written to the disk of a folder; a tenth is left for what goes on meanwhile. */
async function roomOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return 0.9 * bavail * bsize
}

/** Names come from outside, and must lead nowhere else. */
function placeOf(name: string): string {
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
