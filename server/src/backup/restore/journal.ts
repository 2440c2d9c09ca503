import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile, syncFolder } from '@dashboard/store/files/replace-file'
import { z } from 'zod'

const journalName = 'restore-journal.json'
export const stagingStart = '.restore-'

const Journal = z.object({
  /** The folder that the replaced files are moved to. */
  aside: z.string(),
  /** Which names existed before, and which did not: an undo restores both. */
  replaced: z.array(z.string()),
  added: z.array(z.string()),
})
type Journal = z.infer<typeof Journal>

/** The files that SQLite creates beside a database; those of another database would damage it. */
const databaseNames = ['dashboard.db', 'dashboard.db-wal', 'dashboard.db-shm']

interface Swap {
  dataDir: string
  /** The folder with the new files, under the same names. */
  staging: string
  aside: string
  names: readonly string[]
}

/**
 * Moves the files in `staging` into the data folder, and those that were there to `aside`. A journal is written first
 * and removed last: while it exists, `undoRestore` restores the earlier files, however the restore ended.
 */
export async function swapFiles({ dataDir, staging, aside, names }: Swap): Promise<void> {
  const all = names.includes('dashboard.db')
    ? [...databaseNames, ...names.filter((name) => name !== 'dashboard.db')]
    : names
  const replaced = all.filter((name) => existsSync(join(dataDir, name)))
  const added = all.filter((name) => !replaced.includes(name))
  await writeJournal(dataDir, { aside, replaced, added })
  try {
    for (const name of replaced) await rename(join(dataDir, name), join(aside, name))
    for (const name of names) {
      if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name))
    }
    await syncFolder(dataDir)
  } catch (error) {
    await undoRestore(dataDir)
    throw error
  }
  await rm(join(dataDir, journalName))
  await syncFolder(dataDir)
}

/**
 * Undoes a restore that did not finish: puts the earlier files back, and removes what the restore left. Returns whether
 * there was one. The caller holds the lock of the data folder.
 */
export async function undoRestore(dataDir: string): Promise<boolean> {
  const journal = await readJournal(dataDir)
  if (journal) {
    for (const name of journal.added) await rm(join(dataDir, name), { force: true })
    for (const name of journal.replaced) {
      // A file that is not in `aside` has not been moved yet, or is back already.
      if (!existsSync(join(journal.aside, name))) continue
      await rm(join(dataDir, name), { force: true })
      await rename(join(journal.aside, name), join(dataDir, name))
    }
    await syncFolder(dataDir)
    await rm(join(dataDir, journalName))
    // The folder may contain copies of stored files whose originals are still in place.
    await rmdir(journal.aside).catch(() => {})
  }
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(stagingStart))
      await rm(join(dataDir, name), { recursive: true, force: true })
  }
  return journal !== undefined
}

async function readJournal(dataDir: string): Promise<Journal | undefined> {
  const path = join(dataDir, journalName)
  return existsSync(path) ? Journal.parse(JSON.parse(await readFile(path, 'utf8'))) : undefined
}

async function writeJournal(dataDir: string, journal: Journal): Promise<void> {
  await replaceFile(join(dataDir, journalName), async (file) => {
    await file.chmod(0o600)
    await file.writeFile(JSON.stringify(journal))
  })
}
