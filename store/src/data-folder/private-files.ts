import type { Dirent } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../outside/error-code.ts'
import { defaultSheetFile } from '../settings/settings-spreadsheet.ts'

/** Permission bits that let other users of the machine read or write. */
const othersBits = 0o077
/** Names that the product itself uses in its data folder; other files there are left alone. */
const ownNames = new RegExp(
  `^(dashboard\\.db.*|lock\\.(db.*|pid)|session-secret|${defaultSheetFile}|files)$`,
)

/** Makes new files of this process accessible to its own user only. */
export function restrictNewFiles(): void {
  process.umask(othersBits)
}

/**
 * Removes other users' permissions from the product's files in the data folder, which an administrator may have
 * created. Returns how many files had such permissions, and how many still do because they belong to another user.
 */
export async function restrictFiles(
  dataDir: string,
): Promise<{ exposed: number; stillExposed: number }> {
  const counts = { exposed: 0, stillExposed: 0 }
  const entries = await readdir(dataDir, { withFileTypes: true })
  for (const entry of entries) if (ownNames.test(entry.name)) await restrict(dataDir, entry, counts)
  return counts
}

async function restrict(
  folder: string,
  entry: Dirent,
  counts: { exposed: number; stillExposed: number },
): Promise<void> {
  // Skips symbolic links: their target may not belong to the product.
  if (!entry.isFile() && !entry.isDirectory()) return
  const path = join(folder, entry.name)
  try {
    const { mode } = await lstat(path)
    // Files in a closed folder cannot be reached, and checking years of reports one by one would delay the start.
    if ((mode & othersBits) === 0) return
    counts.exposed += 1
    await chmod(path, mode & 0o700).catch(() => {
      counts.stillExposed += 1
    })
    if (!entry.isDirectory()) return
    for (const inner of await readdir(path, { withFileTypes: true })) {
      await restrict(path, inner, counts)
    }
  } catch (error) {
    // The file was just deleted or belongs to another user; the code that opens it reports that.
    if (codeOf(error) === '') throw error
  }
}
