import { existsSync } from 'node:fs'
import { installation, setInstallation } from '@dashboard/contract/installation'
import { failedCheck, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import { restrictNewFiles } from '@dashboard/store/data-folder/private-files'
import { checkSchema, listPending, SchemaError } from '@dashboard/store/database/check-schema'
import { listServerVersions } from '@dashboard/store/database/leader-leases'
import { migrationNames } from '@dashboard/store/database/migrate'
import { type Db, isPostgres, openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { readProgramVersion } from '@dashboard/store/program-version'
import { SettingsError } from '@dashboard/store/settings/setting'
import { readUsableSettings, type Settings } from '@dashboard/store/settings/settings'
import { checkBackup } from './backup/last-backup.ts'
import { checkAsides } from './backup/restore/put-aside.ts'
import { runPreflight } from './monitoring/preflight.ts'

/** The checks to hide when variables are wrong: they would examine something other than what the variables name. */
const checksOf: readonly [variables: RegExp, checks: RegExp][] = [
  [/^DATABASE_|^DATA_DIR$/, /^(Database|Version|Backup|Put aside)$/],
  [/^STORAGE_URL$|^DATA_DIR$/, /^Storage$/],
  [/^(SPREADSHEET|SHEET_NAME|GOOGLE_.+)$/, /^Spreadsheet/],
  [/^LOCUST_/, /^Locust$/],
  [/^OIDC_|^PUBLIC_URL$/, /^OpenID provider$/],
  [/^(WORKFLOW_ENGINE|GITHUB_.+)$/, /^GitHub/],
]

/** `npm run doctor`: prints what works and what does not, each with its fix; exit code 1 when something does not. */
restrictNewFiles()
const checks = await examine()
for (const { name, ok, message, fix } of checks) {
  console.log(`${ok ? 'ok    ' : 'WRONG '} ${name}: ${message}`)
  if (fix !== null) console.log(`        ${fix}`)
}
process.exit(checks.every(({ ok }) => ok) ? 0 : 1)

/** Runs the checks. A variable that is wrong hides only the checks about it. */
async function examine(): Promise<PreflightCheck[]> {
  try {
    const { settings, faults, leftOut } = readUsableSettings()
    setInstallation(settings.installation)
    const wrong = [
      ...faults.map(describeFault),
      ...settings.remarks.map((remark) => passedCheck('Settings', remark)),
    ]
    const found = await check(settings, leftOut)
    return [...wrong, ...found.filter(({ name }) => !isAbout(name, leftOut))]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [describeFault(error.message)]
  }
}

function describeFault(sentence: string): PreflightCheck {
  return failedCheck('Settings', sentence, 'Correct this variable, then try again.')
}

function isAbout(check: string, leftOut: readonly string[]): boolean {
  const name = check === installation.outsideSystem ? 'Locust' : check
  return checksOf.some(
    ([variables, checks]) =>
      checks.test(name) && leftOut.some((variable) => variables.test(variable)),
  )
}

async function check(settings: Settings, leftOut: readonly string[]): Promise<PreflightCheck[]> {
  const { database } = settings
  const isUnknown = isAbout('Database', leftOut)
  const isNew = database.kind === 'sqlite' && !existsSync(database.path)
  const log = { warn: (_details: object, message: string) => console.log(`        ${message}`) }
  const db = openDatabase(
    isNew || isUnknown ? { kind: 'sqlite', path: ':memory:' } : database,
    'server',
  )
  try {
    const found = await runPreflight({
      db,
      files: await openFiles(settings.storage),
      settings,
      log,
    })
    if (isUnknown) return found
    const start = passedCheck('Database', 'There is none yet.', 'Start the server, which makes it.')
    if (isNew) return [start, ...found.filter(({ name }) => name !== 'Database')]
    return [...found, ...(await checkContent(db, settings, found))]
  } finally {
    await db.destroy()
  }
}

/** Checks the content of the database and the files beside it; leaves out the database when that cannot be reached. */
async function checkContent(
  db: Db,
  { dataDir, backup }: Settings,
  found: readonly PreflightCheck[],
): Promise<PreflightCheck[]> {
  const asides = await checkAsides(dataDir, backup.passphrase !== undefined)
  const answers = found.some(({ name, ok }) => name === 'Database' && ok)
  if (answers) {
    return [await checkVersion(db), await checkBackup(db, backup), asides]
  }
  const unread = ['Version', 'Backup'].map((name) =>
    failedCheck(
      name,
      'It cannot be read while the database does not answer.',
      'Correct the database first.',
    ),
  )
  return [...unread, asides]
}

/** Checks that the versions of this program, the database and the servers that use it fit together. */
async function checkVersion(db: Db): Promise<PreflightCheck> {
  const name = 'Version'
  const own = readProgramVersion()
  try {
    await checkSchema(db, migrationNames())
    if ((await listPending(db, migrationNames())).length > 0) {
      const message = `This is version ${own}, and the database is of an earlier one.`
      return passedCheck(name, message, 'The next start of the server brings it up to date.')
    }
    const others = (isPostgres(db) ? await listServerVersions(db) : []).filter(
      (version) => version !== own,
    )
    if (others.length === 0) return passedCheck(name, `This is version ${own}.`)
    const message = `This is version ${own}, and servers of version ${others.join(', ')} use the database.`
    return failedCheck(name, message, 'Start all servers with the same version.')
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return failedCheck(name, error.message, 'Use the program of the version that the database has.')
  }
}
