import { openFiles } from '@dashboard/store/files/open-files'
import { readProgramVersion } from '@dashboard/store/program-version'
import type { Settings } from '@dashboard/store/settings/settings'
import { isEncrypted } from './backup/archive.ts'
import { type Restored, restoreBackup } from './backup/restore/restore-backup.ts'
import { openBackup } from './backup/restore/stage-backup.ts'
import { sheetBesideData } from './backup/run-backup.ts'
import { askPassword } from './start/ask-password.ts'
import { connectDatabase } from './start/connect-database.ts'
import { parseArguments } from './start/parse-arguments.ts'
import { runCommand } from './start/run-command.ts'
import { StartError } from './start/start-error.ts'

const usage = `Usage: npm run restore -- <file> [--replace]

Restores a backup into the place that the settings name (DATA_DIR or DATABASE_URL, and STORAGE_URL), whichever
database and storage it is of. Stop the server first. The place must be empty; with --replace what is there is
kept in a folder of its own. An encrypted backup opens with BACKUP_PASSPHRASE, or with what you type.`

await runCommand(restore)

async function restore(read: Settings): Promise<void> {
  const { path, isReplacing } = readArguments()
  const passphrase = await findPassphrase(path, read)
  const { database, dataDir, storage } = read
  await using postgres =
    database.kind === 'postgres'
      ? await connectDatabase(database, { user: 'command', passphrase: read.backup.passphrase })
      : undefined
  const files = await openFiles(storage)
  const target = {
    dataDir,
    postgres,
    files,
    sheet: sheetBesideData(read),
    version: readProgramVersion(),
  }
  const restored = await restoreBackup(target, {
    path,
    passphrase,
    isReplacing,
    asidePassphrase: read.backup.passphrase,
  })
  console.log(describe(restored))
}

function describe({ manifest, aside }: Restored): string {
  const { version, madeAt, rows, missing } = manifest
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `Restored the backup of ${madeAt} (version ${version}, ${total} rows), checked and up to date.`,
    'Everybody has to sign in again. Schedules are paused until an administrator resumes them on the Sync page.',
    ...(missing.length > 0
      ? [`The files of ${missing.length} reports were already missing then.`]
      : []),
    ...(aside ? [`The previous data is kept in ${aside} for 30 days.`] : []),
    'Start the server now.',
  ].join('\n')
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, { replace: { type: 'boolean' } })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new StartError(usage)
  return { path, isReplacing: values.replace === true }
}

async function findPassphrase(path: string, { backup }: Settings): Promise<string | undefined> {
  if (backup.passphrase !== undefined) return backup.passphrase
  await using file = await openBackup(path)
  if (!(await isEncrypted(file))) return undefined
  const typed = await askPassword('Passphrase: ')
  if (typed !== '') return typed
  throw new StartError(
    'The backup is encrypted: set BACKUP_PASSPHRASE to its passphrase, or type it at a terminal. Nothing was changed.',
  )
}
