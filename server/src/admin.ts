import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { passwordMinLength } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { keepFilesPrivate } from '@dashboard/store/private-files'
import { readSettings, type Settings } from '@dashboard/store/settings'
import { SettingsError } from '@dashboard/store/settings-variables'
import { newPasswordCheck } from './accounts/common-passwords.ts'
import { generatePassword } from './accounts/passwords.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { addressOfLink, makeSignInLink } from './accounts/sign-in-links.ts'
import { defaultId, findBrand } from './brand/brand-queries.ts'
import { removeLogo } from './brand/logo-service.ts'
import { auditAsConsole } from './http/audit-trail.ts'
import { askPassword } from './start/ask-password.ts'
import { connectDatabase } from './start/connect-database.ts'
import { StartError } from './start/start-error.ts'

const usage = `Usage: npm run admin -- reset-password <username> [--ask]

Gives somebody who is locked out a new password, makes the account active and ends its sessions.
A password is generated and printed; with --ask you type it instead (or pipe it in).

       npm run admin -- sign-in-link <username>

Prints a link that signs a user in once, within 15 minutes, without password and second step: for somebody who has
lost the phone or the passkey, and sets up another one then.

       npm run admin -- remove-logo

Removes the logo and its file and keeps the colors, for when a logo keeps the login page from opening.

All work while the server runs, with the same settings (DATA_DIR or DATABASE_URL, and STORAGE_URL).`

keepFilesPrivate()
try {
  await run()
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function run(): Promise<void> {
  const { command, username, ask } = readArguments()
  if (command === 'reset-password' && username !== undefined) return giveNewPassword(username, ask)
  if (command === 'sign-in-link' && username !== undefined && !ask) return printLink(username)
  if (command === 'remove-logo' && username === undefined && !ask) return dropLogo()
  throw new StartError(usage)
}

async function giveNewPassword(username: string, ask: boolean): Promise<void> {
  const settings = readSettingsOfServer()
  const password = ask ? await askNewPassword(settings) : generatePassword()
  await withDatabase(settings, async (db) => {
    const reset = await resetPassword(db, username, password, { mustChange: !ask })
    if (!reset) throw new StartError(`There is no user named "${username}".`)
    const activated = reset.wasInactive ? ' The account was inactive and is active again.' : ''
    console.log(`"${reset.username}" (${reset.role}) has a new password.${activated}`)
    if (!ask) console.log(`\n  Password: ${password}\n\nIt is shown only this once.`)
  })
}

async function printLink(username: string): Promise<void> {
  const settings = readSettingsOfServer()
  await withDatabase(settings, async (db) => {
    const made = await makeSignInLink(db, username)
    if (!made) throw new StartError(`There is no user named "${username}".`)
    if (made.link === undefined) {
      throw new StartError(
        `"${made.username}" is inactive. Activate the account under User Management, or by reset-password.`,
      )
    }
    console.log(
      `This link signs in "${made.username}" once, within 15 minutes. Give it to nobody else.\n\n  ${addressOfLink(settings, made.link)}\n`,
    )
    if (settings.notices.publicUrl === undefined) {
      console.log(
        'PUBLIC_URL is not set: from another machine, put the address of the dashboard in the place of the first part.',
      )
    }
  })
}

async function dropLogo(): Promise<void> {
  const settings = readSettingsOfServer()
  await withDatabase(settings, async (db) => {
    if ((await findBrand(db))?.logoUrl == null) throw new StartError('There is no logo.')
    const onError = (error: unknown) =>
      console.error(
        `The logo's file is left in storage: ${error instanceof Error ? error.message : error}`,
      )
    const files = openFiles(settings.storage)
    await removeLogo({ db, files, onError, audit: auditAsConsole }, defaultId)
    console.log('The logo was removed. Reload the page to see the default logo.')
  })
}

function readSettingsOfServer(): Settings {
  const settings = readSettings()
  const { database } = settings
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new StartError(
      `There is no database at ${database.path}. Set DATA_DIR as the server has it, or start the server once.`,
    )
  }
  return settings
}

async function withDatabase(
  { database, backup }: Settings,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const db = await connectDatabase(database, {
    user: 'command',
    passphrase: backup.passphrase,
    hasFolderLock: false,
  })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { ask: { type: 'boolean' } },
    })
    const [command, username, ...more] = positionals
    if (more.length > 0) throw new StartError(usage)
    return { command, username, ask: values.ask === true }
  } catch {
    throw new StartError(usage)
  }
}

async function askNewPassword(settings: Settings): Promise<string> {
  const password = await askPassword('New password: ')
  if (password.length < passwordMinLength) {
    throw new StartError(`Password must be at least ${passwordMinLength} characters`)
  }
  await newPasswordCheck(settings)(password, 'password').catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error))
  })
  return password
}
