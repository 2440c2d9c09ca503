import type { Settings } from '@dashboard/store/settings/settings'
import { runBackup, runScheduledBackup } from './backup/run-backup.ts'
import { askPassword } from './start/ask-password.ts'
import { parseArguments } from './start/parse-arguments.ts'
import { runCommand } from './start/run-command.ts'
import { StartError } from './start/start-error.ts'

const usage = `Usage: npm run backup -- <file or folder> [--ask] [--all-versions]

Backs up the database, the files and the settings without secrets, also while the server runs, with the same
settings (DATA_DIR or DATABASE_URL, and STORAGE_URL). In a folder the file is named by the time.
Encrypted with BACKUP_PASSPHRASE when that is set, or with a passphrase that you type after --ask.
Of each report it holds the current version, with --all-versions the older ones, too.

       npm run backup -- --scheduled

Backs up into BACKUP_DIR, as the server does by itself, and removes the oldest there but BACKUP_KEPT.`

const shortest = 12

await runCommand(backUp)

async function backUp(read: Settings): Promise<void> {
  const { path, ask, scheduled, allVersions } = readArguments()
  const made = scheduled
    ? await runScheduledBackup(read)
    : await runBackup(read, {
        path,
        passphrase: ask ? await askNew() : read.backup.passphrase,
        hasAllVersions: allVersions,
      })
  const { manifest, size } = made
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  const files = manifest.entries.filter(({ name }) => name.startsWith('files/')).length
  console.log(
    `Backed up ${rows} rows and ${files} files (${(size / 1024 ** 2).toFixed(1)} MB) to ${made.path}`,
  )
  console.log('It was read back and compared with its checksums.')
  if (manifest.missing.length > 0) {
    console.log(`The files of ${manifest.missing.length} reports were missing from the storage.`)
  }
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, {
    ask: { type: 'boolean' },
    scheduled: { type: 'boolean' },
    'all-versions': { type: 'boolean' },
  })
  const { ask = false, scheduled = false, 'all-versions': allVersions = false } = values
  const [path = '', ...more] = positionals
  const isUsable = more.length === 0 && (path === '') === scheduled && !(ask && scheduled)
  if (!isUsable) throw new StartError(usage)
  return { path, ask, scheduled, allVersions }
}

async function askNew(): Promise<string> {
  const passphrase = await askPassword('Passphrase: ')
  if (passphrase.length < shortest) {
    throw new StartError(`The passphrase must be at least ${shortest} characters.`)
  }
  if (process.stdin.isTTY && (await askPassword('The same again: ')) !== passphrase) {
    throw new StartError('The two passphrases differ. Nothing was done.')
  }
  return passphrase
}
