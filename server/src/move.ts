import { parseArgs } from 'node:util'
import { DataFolderInUse } from '@dashboard/store/data-folder/data-folder-lock'
import { keepFilesPrivate } from '@dashboard/store/data-folder/private-files'
import { StorageError } from '@dashboard/store/files/file-store'
import { readPostgresAddress, readSettings } from '@dashboard/store/settings/settings'
import { SettingsError } from '@dashboard/store/settings/settings-variables'
import { type Moved, moveData } from './backup/move-data.ts'
import { StartError } from './start/start-error.ts'

const usage = `Usage: npm run move -- --to postgres://user:password@host:5432/name

Moves everything in DATA_DIR into an empty PostgreSQL database, and the files into STORAGE_URL when
that is set. Stop the server first. What is in DATA_DIR stays as it is.`

keepFilesPrivate()
try {
  await run()
} catch (error) {
  if (!isExplained(error)) throw error
  console.error(error.message)
  process.exit(1)
}

async function run(): Promise<void> {
  const url = readTarget()
  const settings = readSettings()
  const moved = await moveData(settings, readPostgresAddress(url))
  console.log(describe(moved))
  const secret = settings.sessionSecret
    ? 'SESSION_SECRET as it is set now'
    : `SESSION_SECRET to the content of ${settings.dataDir}/session-secret`
  console.log(
    `\nStart the server with DATABASE_URL set to the same address, and ${secret}, so that everybody stays signed in.`,
  )
}

function readTarget(): string {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } })
    if (values.to !== undefined && /^postgres(ql)?:\/\//.test(values.to)) return values.to
  } catch {
    // An option that does not exist: the usage says which do.
  }
  throw new StartError(usage)
}

function describe({ rows, files }: Moved): string {
  const lines = [...rows].map(([table, count]) => `  ${String(count).padStart(9)}  ${table}`)
  const megabytes = ((files?.bytes ?? 0) / 1_048_576).toFixed(1)
  const about = files
    ? `${files.count} files (${megabytes} MB) were copied and read back.`
    : 'STORAGE_URL is not set, so the files stay in DATA_DIR.'
  return ['Rows moved and read back, by table:', ...lines, '', about].join('\n')
}

function isExplained(error: unknown): error is Error {
  return [SettingsError, StartError, DataFolderInUse, StorageError].some(
    (kind) => error instanceof kind,
  )
}
