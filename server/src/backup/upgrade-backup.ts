import { dirname, join } from 'node:path'
import { readSchema } from '@dashboard/store/database/check-schema'
import type { Db } from '@dashboard/store/database/open-database'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { readProgramVersion } from '@dashboard/store/program-version'
import { StartError } from '../start/start-error.ts'
import { backupName, makeBackup } from './make-backup.ts'

/**
 * Backs up the rows of an SQLite database beside it before migrations change it, so that one can go back to the version
 * before (docs/backup.md#upgrade); encrypted where there is a passphrase.
 * @throws StartError when the disk has no room for it.
 */
export async function backUpBeforeUpgrade(
  db: Db,
  databasePath: string,
  passphrase: string | undefined,
): Promise<void> {
  const last = (await readSchema(db)).at(-1) ?? ''
  const folder = dirname(databasePath)
  const name = backupName(`before-upgrade-${last.slice(0, 4)}`, passphrase !== undefined)
  const path = join(folder, name)
  try {
    const source = { db, settings: {}, version: readProgramVersion() }
    await makeBackup(source, { path, passphrase, dataDir: folder })
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause
    throw new StartError(
      `The disk of ${folder} has no room for the backup that is made before an upgrade. Free some space, then start again; nothing was changed.`,
      { cause },
    )
  }
}
