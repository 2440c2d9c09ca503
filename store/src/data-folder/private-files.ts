import type { Dirent } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultSheetFile } from '../settings/settings.ts'

/** Bits by which others of the machine could read or write. */
const othersBits = 0o077
/** What the product itself keeps in its data folder; anything else there is left alone. */
const ownNames = new RegExp(
  `^(dashboard\\.db.*|lock\\.(db.*|pid)|session-secret|${defaultSheetFile}|files)$`,
)

/** New files of this process are for its own user only. */
export function keepFilesPrivate(): void {
  process.umask(othersBits)
}

/**
 * Takes the rights of others from the product's own files in the data folder, which an earlier version
 * or an administrator may have made. Answers how many had such rights, and how many of them still do
 * since they belong to another user.
 */
export async function restrictFiles(dataDir: string): Promise<{ open: number; left: number }> {
  const counts = { open: 0, left: 0 }
  const entries = await readdir(dataDir, { withFileTypes: true })
  for (const entry of entries) if (ownNames.test(entry.name)) await restrict(dataDir, entry, counts)
  return counts
}

async function restrict(
  folder: string,
  entry: Dirent,
  counts: { open: number; left: number },
): Promise<void> {
  // What a link leads to is not the product's own.
  if (!entry.isFile() && !entry.isDirectory()) return
  const path = join(folder, entry.name)
  try {
    const { mode } = await lstat(path)
    // What lies in a closed folder is out of reach, and with years of reports in it a look at each would delay the start.
    if ((mode & othersBits) === 0) return
    counts.open += 1
    await chmod(path, mode & 0o700).catch(() => {
      counts.left += 1
    })
    if (!entry.isDirectory()) return
    for (const inner of await readdir(path, { withFileTypes: true })) {
      await restrict(path, inner, counts)
    }
  } catch (error) {
    // Deleted meanwhile, or another user's: the code that opens the file reports that.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
