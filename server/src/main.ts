import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { productName } from '@dashboard/contract/limits'
import { DataFolderInUse, lockDataFolder } from '@dashboard/store/data-folder-lock'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings, type Settings } from '@dashboard/store/settings'
import { SettingsError } from '@dashboard/store/settings-variables'
import {
  createFirstAdministrator,
  type FirstAdministrator,
} from './accounts/first-administrator.ts'
import { buildApp } from './app.ts'
import { connectDatabase } from './start/connect-database.ts'
import { createEngines } from './start/create-engines.ts'
import { listen } from './start/listen.ts'
import { keepSessionSecret } from './start/session-secret.ts'
import { shutDownOnSignal } from './start/shut-down.ts'
import { codeOf, StartError } from './start/start-error.ts'
import { readVersion } from './start/version.ts'

try {
  await start(readSettings())
} catch (error) {
  if (!isExplained(error)) throw error
  console.error(error.message)
  process.exit(1)
}

async function start(settings: Settings): Promise<void> {
  await makeDataFolder(settings.dataDir)
  // Several servers may share a PostgreSQL; an embedded data folder has one.
  const lock =
    settings.database.kind === 'sqlite' ? await lockDataFolder(settings.dataDir) : undefined
  const sessionSecret = settings.sessionSecret ?? (await keepSessionSecret(settings.dataDir))
  const db = await connectDatabase(settings.database)
  const version = readVersion()
  let isStarting = true
  const app = await buildApp({
    db,
    files: openFiles(settings.storage),
    settings: { ...settings, sessionSecret },
    version,
    createEngines: (watch) => createEngines({ db, settings, ...watch }),
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    isStarting: () => isStarting,
  })
  shutDownOnSignal(app, async () => {
    await db.destroy()
    lock?.release()
  })
  const address = await listen(app, settings)
  // Only now, so that a generated password is not lost to a start that fails.
  const administrator = await createFirstAdministrator(db, settings.admin)
  isStarting = false
  console.log(`\n${productName} ${version} is ready at ${address}`)
  console.log(`${describeSignIn(administrator)}\n${describeSource(settings)}`)
}

function describeSignIn(administrator: FirstAdministrator | undefined): string {
  if (!administrator) {
    return 'Sign in with your username and password. Locked out? npm run admin -- reset-password <username>'
  }
  const { username, generatedPassword } = administrator
  if (generatedPassword === undefined) {
    return `Sign in with username "${username}" and the password of ADMIN_PASSWORD.`
  }
  return [
    '',
    `  Username: ${username}`,
    `  Password: ${generatedPassword}`,
    '',
    'This password is shown only this once. Change it under Profile after signing in.',
  ].join('\n')
}

function describeSource({ locust }: Settings): string {
  return locust
    ? 'Exports read from the address in LOCUST_URL.'
    : 'LOCUST_URL is not set, so exports use built-in SAMPLE DATA, not real volunteers.'
}

async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(
      `DATA_DIR is "${dataDir}", which cannot be used as a folder (${codeOf(error)}).`,
    )
  }
}

function isExplained(error: unknown): error is Error {
  return (
    error instanceof SettingsError ||
    error instanceof StartError ||
    error instanceof DataFolderInUse
  )
}
