import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { passwordMinLength } from '@dashboard/contract/limits'
import { readSettings } from '@dashboard/store/settings'
import { SettingsError } from '@dashboard/store/settings-variables'
import { generatePassword } from './accounts/passwords.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { askPassword } from './start/ask-password.ts'
import { connectDatabase } from './start/connect-database.ts'
import { StartError } from './start/start-error.ts'

const usage = `Usage: npm run admin -- reset-password <username> [--ask]

Gives somebody who is locked out a new password, makes the account active and ends its sessions.
A password is generated and printed; with --ask you type it instead (or pipe it in).
It works while the server runs, with the same settings (DATA_DIR or DATABASE_URL).`

try {
  await run()
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function run(): Promise<void> {
  const { command, username, ask } = readArguments()
  if (command !== 'reset-password' || username === undefined) throw new StartError(usage)
  const { database } = readSettings()
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new StartError(
      `There is no database at ${database.path}. Set DATA_DIR as the server has it, or start the server once.`,
    )
  }
  const password = ask ? await askNewPassword() : generatePassword()
  const db = await connectDatabase(database, 'command')
  try {
    const reset = await resetPassword(db, username, password)
    if (!reset) throw new StartError(`There is no user named "${username}".`)
    const activated = reset.wasInactive ? ' The account was inactive and is active again.' : ''
    console.log(`"${reset.username}" (${reset.role}) has a new password.${activated}`)
    if (!ask) console.log(`\n  Password: ${password}\n\nIt is shown only this once.`)
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

async function askNewPassword(): Promise<string> {
  const password = await askPassword('New password: ')
  if (password.length < passwordMinLength) {
    throw new StartError(`Password must be at least ${passwordMinLength} characters`)
  }
  return password
}
