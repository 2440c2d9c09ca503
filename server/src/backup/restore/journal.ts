import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile, syncFolder } from '@dashboard/store/files/replace-file'
import { z } from 'zod'

const journalName = 'restore-journal.json'
export const stagingStart = '.restore-'

const Journal = z.object({
  /** The folder that the replaced files are moved to. */
  replacedTo: z.string(),
  /** What an undo removes, since the earlier state is in place again; `null` where that is not certain. */
  unused: z.string().nullable(),
  /** Which names existed before, and which did not: an undo restores both. */
  replaced: z.array(z.string()),
  added: z.array(z.string()),
})
type Journal = z.infer<typeof Journal>

/** The files that SQLite creates beside a database; those of another database would damage it. */
const databaseNames = ['dashboard.db', 'dashboard.db-wal', 'dashboard.db-shm']

/** What is kept of the earlier state: a folder or an encrypted archive. */
export interface Aside {
  /** Where it is while the restore may still fail, in the staging folder. */
  prepared: string
  /** Where it is kept afterwards. */
  kept: string
}

interface Swap {
  dataDir: string
  /** The folder with the new files, under the same names. */
  staging: string
  names: readonly string[]
  /** The folder that the replaced files are moved to. */
  replacedTo: string
  aside: Aside | undefined
  /** Also the rows of a PostgreSQL are replaced, by `commit`; a kill leaves unknown whether they were. */
  hasRows: boolean
}

/** Returns which files of the data folder are replaced by new ones of these names. */
export function listReplaced(dataDir: string, names: readonly string[]): string[] {
  return affectedBy(names).filter((name) => existsSync(join(dataDir, name)))
}

function affectedBy(names: readonly string[]): readonly string[] {
  return names.includes('dashboard.db')
    ? [...databaseNames, ...names.filter((name) => name !== 'dashboard.db')]
    : names
}

/**
 * Moves the files in `staging` into the data folder, the existing ones to `replacedTo`, and what is kept to its place,
 * and calls `commit`. A journal is written first and removed last: while it exists, `undoRestore` restores the earlier
 * files, however the restore ended.
 */
export async function swapFiles(swap: Swap, commit: () => Promise<void>): Promise<void> {
  const { dataDir, staging, names, replacedTo, aside, hasRows } = swap
  const replaced = listReplaced(dataDir, names)
  const added = affectedBy(names).filter((name) => !replaced.includes(name))
  const unused = aside && !hasRows ? aside.kept : null
  await writeJournal(dataDir, { replacedTo, unused, replaced, added })
  try {
    if (aside) await rename(aside.prepared, aside.kept)
    for (const name of replaced) await rename(join(dataDir, name), join(replacedTo, name))
    for (const name of names) {
      if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name))
    }
    await syncFolder(dataDir)
    await commit()
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
      // A missing file has not been moved yet, or is back already.
      if (!existsSync(join(journal.replacedTo, name))) continue
      await rm(join(dataDir, name), { force: true })
      await rename(join(journal.replacedTo, name), join(dataDir, name))
    }
    await syncFolder(dataDir)
    if (journal.unused !== null) await rm(journal.unused, { recursive: true, force: true })
    await rm(join(dataDir, journalName))
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
