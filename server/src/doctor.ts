import { existsSync } from 'node:fs'
import { setInstallation } from '@dashboard/contract/installation'
import { failedCheck, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import { restrictNewFiles } from '@dashboard/store/data-folder/private-files'
import {
  checkSchema,
  listPending,
  readSchema,
  SchemaError,
} from '@dashboard/store/database/check-schema'
import { migrationNames } from '@dashboard/store/database/migrate'
import { type Db, isPostgres, openDatabase } from '@dashboard/store/database/open-database'
import { listServers } from '@dashboard/store/database/running-servers'
import { openFiles } from '@dashboard/store/files/open-files'
import { readProgramVersion } from '@dashboard/store/program-version'
import { SettingsError } from '@dashboard/store/settings/setting'
import { readSettings, type Settings } from '@dashboard/store/settings/settings'
import { checkBackup } from './backup/last-backup.ts'
import { runPreflight } from './monitoring/preflight.ts'

/** `npm run doctor`: prints what works and what does not, each with its fix; exit code 1 when something does not. */
restrictNewFiles()
const checks = await examine()
for (const { name, ok, message, fix } of checks) {
  console.log(`${ok ? 'ok    ' : 'WRONG '} ${name}: ${message}`)
  if (fix !== null) console.log(`        ${fix}`)
}
process.exit(checks.every(({ ok }) => ok) ? 0 : 1)

async function examine(): Promise<PreflightCheck[]> {
  try {
    const settings = readSettings()
    setInstallation(settings.installation)
    const remarks = settings.remarks.map((remark) => passedCheck('Settings', remark))
    return [...remarks, ...(await check(settings))]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [failedCheck('Settings', error.message, 'Correct this, then try again.')]
  }
}

async function check(settings: Settings): Promise<PreflightCheck[]> {
  const { database } = settings
  const isNew = database.kind === 'sqlite' && !existsSync(database.path)
  const log = { warn: (_details: object, message: string) => console.log(`        ${message}`) }
  await using db = openDatabase(isNew ? { kind: 'sqlite', path: ':memory:' } : database, 'server')
  const files = await openFiles(settings.storage)
  const found = await runPreflight({ db, files, settings, log })
  if (!isNew) return [...found, ...(await checkContent(db, settings, found))]
  const start = passedCheck('Database', 'There is none yet.', 'Start the server, which creates it.')
  return [start, ...found.filter(({ name }) => name !== 'Database')]
}

/** Checks the content of the database, where that can be reached. */
async function checkContent(
  db: Db,
  { backup }: Settings,
  found: readonly PreflightCheck[],
): Promise<PreflightCheck[]> {
  const answers = found.some(({ name, ok }) => name === 'Database' && ok)
  if (answers) {
    const version = await checkVersion(db)
    // A database that no server has used yet, or that belongs to another program, holds no record of backups.
    const isUsed = version.ok && (await readSchema(db)).length > 0
    return isUsed ? [version, await checkBackup(db, backup)] : [version]
  }
  return ['Version', 'Backup'].map((name) =>
    failedCheck(
      name,
      'It cannot be read while the database does not answer.',
      'Correct the database first.',
    ),
  )
}

/** Checks that the versions of this program, the database and the servers that use it fit together. */
async function checkVersion(db: Db): Promise<PreflightCheck> {
  const name = 'Version'
  const own = readProgramVersion()
  try {
    await checkSchema(db, migrationNames())
    if ((await readSchema(db)).length === 0) {
      const message = `This is version ${own}, and the database is empty.`
      return passedCheck(name, message, 'Start the server to create its tables.')
    }
    if ((await listPending(db, migrationNames())).length > 0) {
      const message = `This is version ${own}, and the database is of an earlier one.`
      return passedCheck(name, message, 'The next start of the server brings it up to date.')
    }
    const servers = isPostgres(db) ? await listServers(db) : []
    const others = new Set(servers.map(({ version }) => version).filter((each) => each !== own))
    if (others.size === 0) return passedCheck(name, `This is version ${own}.`)
    const message = `This is version ${own}, and servers of version ${[...others].join(', ')} use the database.`
    return failedCheck(name, message, 'Start all servers with the same version.')
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return failedCheck(name, error.message, 'Use the program of the version that the database has.')
  }
}
