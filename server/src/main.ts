import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { productName } from '@dashboard/contract/product-name'
import { DataFolderInUse, lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import { markSheetFolder } from '@dashboard/store/data-folder/sheet-folder'
import { systemFailureReason } from '@dashboard/store/failures/system-failures'
import { openFiles } from '@dashboard/store/files/open-files'
import { codeOf } from '@dashboard/store/outside/error-code'
import { readProgramCommit, readProgramVersion } from '@dashboard/store/program-version'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import {
  createFirstAdministrator,
  type FirstAdministrator,
  warnOfRescueAdmin,
} from './accounts/first-administrator.ts'
import { buildApp } from './app.ts'
import { removeKilledBackups } from './backup/backup-staging.ts'
import { undoRestore } from './backup/restore/journal.ts'
import { announceServer } from './start/announce-server.ts'
import { connectDatabase } from './start/connect-database.ts'
import { loadEngines } from './start/load-engines.ts'
import { runCommand } from './start/run-command.ts'
import { readOrCreateSecret } from './start/session-secret.ts'
import { StartError } from './start/start-error.ts'

// Times of the shutdown. They are declared here, since the server runs before the lines below have been reached.
const closeWithinMs = 10_000
const closeIdleEveryMs = 100
const checkParentEveryMs = 500

await runCommand(startServer)

async function startServer(settings: Settings): Promise<void> {
  for (const remark of settings.remarks) console.log(remark)
  await makeDataFolder(settings.dataDir)
  // Several servers may share a PostgreSQL; an embedded data folder has one.
  const lock =
    settings.database.kind === 'sqlite' ? await lockDataFolder(settings.dataDir) : undefined
  await removeLeftovers(settings.dataDir, lock !== undefined)
  const sessionSecret = settings.sessionSecret ?? (await readOrCreateSecret(settings.dataDir))
  const version = readProgramVersion()
  const db = await connectDatabase(settings.database, {
    user: 'server',
    passphrase: settings.backup.passphrase,
    hasFolderLock: lock !== undefined,
  })
  const log = {
    warn: (details: object, message: string) => app.log.warn(details, message),
  }
  const { database, spreadsheet } = settings
  const isShared = database.kind === 'postgres' && spreadsheet.kind === 'file'
  const sheetFolder = isShared ? await markSheetFolder(spreadsheet.path) : undefined
  const announced = { version, sheetFolder: sheetFolder ?? null }
  const announcement = await announceServer(db, announced, log)
  const app = await buildApp({
    db,
    files: await openFiles(settings.storage),
    settings: { ...settings, sessionSecret },
    version,
    commit: readProgramCommit(),
    createEngines: await loadEngines(db, settings),
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  })
  shutDownOnSignal(app, async () => {
    await announcement.close()
    await db.destroy()
    lock?.release()
  })
  // A server that listens can be signed in to. The password is printed before anything else can fail.
  const administrator = await createFirstAdministrator(db, settings.admin)
  if (administrator) console.log(describeFirstSignIn(administrator))
  const address = await listen(app, settings)
  const warning = await warnOfRescueAdmin(db, settings.signIn.rescueAdmin)
  if (warning !== undefined) console.log(warning)
  console.log(`\n${productName} ${version} is ready at ${address}`)
  if (!administrator) {
    console.log(
      'Sign in with your username and password. Locked out? npm run admin -- reset-password <username>',
    )
  }
  console.log(describeSource(settings))
}

/** Removes what a killed restore and killed backups have left, but nothing of those that run now. */
async function removeLeftovers(dataDir: string, isLocked: boolean): Promise<void> {
  await removeKilledBackups(dataDir)
  try {
    using _lock = isLocked ? undefined : await lockDataFolder(dataDir, 0)
    if (!(await undoRestore(dataDir))) return
    console.log('A restore was interrupted. The previous data is in place again.')
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
  }
}

/**
 * Shuts the server down on SIGTERM or SIGINT: accepts no more requests, lets those under way end within ten seconds,
 * runs the features' `onClose` hooks, then `release`, and ends the process. A second signal ends it at once. If the
 * process was started with `--end-with-parent`, the end of its parent process counts as SIGTERM.
 */
function shutDownOnSignal(app: FastifyInstance, release: () => Promise<void>): void {
  let isClosing = false
  const shutDown = async (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    app.log.info(`${signal}: shutting down`)
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref()
    // Closes connections whose request has ended; they would otherwise stay open for the browser's next request.
    setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs).unref()
    try {
      await app.close()
      await release()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'Could not shut down cleanly')
      process.exit(1)
    }
  }
  process.on('SIGTERM', (signal) => void shutDown(signal))
  process.on('SIGINT', (signal) => void shutDown(signal))
  if (!process.argv.includes('--end-with-parent')) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    void shutDown('SIGTERM')
  }, checkParentEveryMs)
  timer.unref()
}

/** Listens, and returns the address to open in a browser. */
async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explainListening(error, host, port)
  }
  const bound = app.server.address() as AddressInfo
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${bound.port}`
}

function explainListening(error: unknown, host: string, port: number): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another port.`,
      )
    case 'EACCES':
      return new StartError(
        `Port ${port} may not be used by this user. Set PORT to 1024 or higher.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST is "${host}", which is not an address of this machine.`)
    default:
      return error
  }
}

function describeFirstSignIn(administrator: FirstAdministrator): string {
  const { username, generatedPassword, hasCommonPassword } = administrator
  if (generatedPassword === undefined) {
    const warning = hasCommonPassword
      ? '\nWARNING: It is one of the most used passwords. Change it under Profile after signing in.'
      : ''
    return `Sign in with username "${username}" and the password of ADMIN_PASSWORD.${warning}`
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
    const reason = systemFailureReason(error)
    if (reason === undefined) throw error
    throw new StartError(`DATA_DIR is "${dataDir}", which cannot be used as a folder: ${reason}.`)
  }
}
