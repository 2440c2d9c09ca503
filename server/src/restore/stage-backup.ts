import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { archiveNames, type Manifest } from '../backup/manifest.ts'
import { readArchive } from '../backup/read-archive.ts'
import { StartError } from '../start/start-error.ts'

const fileKey = /^[\w-]+(\/[\w.-]+)+$/
const sheetName = /^[^/\\]+\.(xlsx|csv)$/i

/** Where the parts of a backup lie in the folder it is unpacked to. */
export const stagedNames = { database: 'dashboard.db', files: 'files' } as const

/**
 * Unpacks a backup into an empty folder and compares it with its checksums.
 * @throws StartError when it is no backup or damaged, or the passphrase is another one.
 */
export async function stageBackup(
  path: string,
  passphrase: string | undefined,
  folder: string,
): Promise<Manifest> {
  const file = await open(path).catch((cause: unknown) => {
    throw new StartError(`The file ${path} cannot be read. Nothing was changed.`, { cause })
  })
  try {
    return await readArchive(file, passphrase, async (name, content) => {
      const target = join(folder, placeOf(name))
      await mkdir(dirname(target), { recursive: true })
      await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }))
    })
  } finally {
    await file.close()
  }
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
