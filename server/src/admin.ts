import { existsSync } from 'node:fs'
import { CreateUserInput } from '@dashboard/contract/account-inputs'
import { passwordMinLength } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'
import { messageOf } from '@dashboard/store/failures/error-message'
import type { Settings } from '@dashboard/store/settings/settings'
import { newPasswordCheck } from './accounts/common-passwords.ts'
import { addUserByConsole, deactivateByConsole, listAllUsers } from './accounts/console-accounts.ts'
import { addressOfLink, makeSignInLink } from './accounts/links/sign-in-links.ts'
import { generatePassword } from './accounts/passwords.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { askPassword } from './start/ask-password.ts'
import { connectDatabase } from './start/connect-database.ts'
import { parseArguments } from './start/parse-arguments.ts'
import { runCommand } from './start/run-command.ts'
import { StartError } from './start/start-error.ts'

const usage = `Usage: npm run admin -- reset-password <username> [--ask]

Gives somebody who is locked out a new password, makes the account active and ends its sessions.
A password is generated and printed; with --ask you type it instead (or pipe it in).

       npm run admin -- sign-in-link <username>

Prints a link that signs a user in once, within 15 minutes, without password and second step: for somebody who has
lost the phone or the passkey, and sets up another one then.

       npm run admin -- list-users

Lists all users with role, status and last sign-in.

       npm run admin -- add-user <username> --first <name> --last <name> [--admin] [--circuit <name>]... [--ask]

Adds a user, or with --admin an administrator. --circuit limits a user to that circuit; it can be given several times.
A password is generated and printed, and is to be changed at the first sign-in; with --ask you type it instead.

       npm run admin -- deactivate <username>

Makes an account inactive and ends its sessions and access tokens; reset-password makes it active again. The last active
administrator stays.

All work while the server runs, with the same settings (DATA_DIR or DATABASE_URL).`

await runCommand(runAdmin)

async function runAdmin(settings: Settings): Promise<void> {
  const { command, username, options } = readArguments()
  const { ask = false, ...ofNewUser } = options
  if (command === 'add-user' && username !== undefined) {
    return addNewUser(settings, { username, ...ofNewUser }, ask)
  }
  if (Object.keys(ofNewUser).length > 0) throw new StartError(usage)
  if (command === 'reset-password' && username !== undefined) {
    return giveNewPassword(settings, username, ask)
  }
  if (ask) throw new StartError(usage)
  if (command === 'sign-in-link' && username !== undefined) return printLink(settings, username)
  if (command === 'deactivate' && username !== undefined) return deactivate(settings, username)
  if (command === 'list-users' && username === undefined) return printUsers(settings)
  throw new StartError(usage)
}

async function giveNewPassword(settings: Settings, username: string, ask: boolean): Promise<void> {
  const password = await choosePassword(settings, ask)
  await using db = await connect(settings)
  const reset = await resetPassword(db, username, password, { mustChange: !ask })
  if (!reset) throw new StartError(`There is no user named "${username}".`)
  const activated = reset.wasInactive ? ' The account was inactive and is active again.' : ''
  console.log(`"${reset.username}" (${reset.role}) has a new password.${activated}`)
  if (!ask) console.log(`\n  Password: ${password}\n\nIt is shown only this once.`)
}

interface NewUser {
  username: string
  first?: string | undefined
  last?: string | undefined
  admin?: boolean | undefined
  circuit?: string[] | undefined
}

async function addNewUser(
  settings: Settings,
  { first, last, admin, circuit, ...named }: NewUser,
  ask: boolean,
): Promise<void> {
  const password = await choosePassword(settings, ask)
  const input = CreateUserInput.safeParse({
    ...named,
    firstName: first,
    lastName: last,
    password,
    role: admin ? 'admin' : 'user',
    mustChangePassword: !ask,
    circuits: circuit ?? null,
  })
  if (!input.success) {
    throw new StartError(input.error.issues.map(({ message }) => message).join('\n'))
  }
  await using db = await connect(settings)
  const { username, role } = await addUserByConsole(db, input.data)
  console.log(`"${username}" (${role}) was added.`)
  if (!ask) console.log(`\n  Password: ${password}\n\nIt is shown only this once.`)
}

async function printUsers(settings: Settings): Promise<void> {
  await using db = await connect(settings)
  for (const { username, role, isActive, lastSignInAt, ...user } of await listAllUsers(db)) {
    const status = isActive ? 'active' : 'inactive'
    const signedIn = `last sign-in ${lastSignInAt ?? 'never'}`
    console.log(`${username} (${user.firstName} ${user.lastName}): ${role}, ${status}, ${signedIn}`)
  }
}

async function deactivate(settings: Settings, username: string): Promise<void> {
  await using db = await connect(settings)
  const user = await deactivateByConsole(db, username)
  console.log(`"${user.username}" is inactive now and is signed out everywhere.`)
}

async function printLink(settings: Settings, username: string): Promise<void> {
  await using db = await connect(settings)
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
      'PUBLIC_URL is not set: from another machine, put the address of the dashboard in place of the first part.',
    )
  }
}

function requireDatabaseFile({ database }: Settings): void {
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new StartError(
      `There is no database at ${database.path}. Set DATA_DIR as the server has it, or start the server once.`,
    )
  }
}

async function connect(settings: Settings): Promise<Db> {
  requireDatabaseFile(settings)
  const { database, backup } = settings
  return connectDatabase(database, { user: 'command', passphrase: backup.passphrase })
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, {
    ask: { type: 'boolean' },
    first: { type: 'string' },
    last: { type: 'string' },
    admin: { type: 'boolean' },
    circuit: { type: 'string', multiple: true },
  })
  const [command, username, ...more] = positionals
  if (more.length > 0) throw new StartError(usage)
  return { command, username, options: values }
}

/** Returns a typed or generated password. Nobody is asked for one where there is no database to store it. */
async function choosePassword(settings: Settings, ask: boolean): Promise<string> {
  requireDatabaseFile(settings)
  return ask ? askNewPassword(settings) : generatePassword()
}

async function askNewPassword(settings: Settings): Promise<string> {
  const password = await askPassword('New password: ')
  if (password.length < passwordMinLength) {
    throw new StartError(`Password must be at least ${passwordMinLength} characters`)
  }
  await newPasswordCheck(settings)(password, 'password').catch((error: unknown) => {
    throw new StartError(messageOf(error))
  })
  return password
}
