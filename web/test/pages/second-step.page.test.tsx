import { codeOf, letTimePass, userWithTotp, withPasskeys } from '@dashboard/server/test/factors'
import { hashOfRightPassword, listJobs, logIn } from '@dashboard/server/test/login'
import { activeAdmin, activeUser } from '@dashboard/server/test/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * Authenticator app and recovery codes: set up under Profile, asked for at the login, removed. Where the focus goes,
 * the file of codes and passkeys are in e2e/journeys/second-step.spec.ts and passkeys.spec.ts.
 */

type User = Awaited<ReturnType<typeof openPage>>
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))
const findDialog = async (role = 'dialog') => within(await screen.findByRole(role))

async function openSignIn(who: { token: string }) {
  const user = await openPage('/profile', who)
  await user.click(await screen.findByRole('tab', { name: 'Sign-in' }))
  await screen.findByRole('heading', { name: 'Authenticator app' })
  return user
}

async function giveLogin(user: User) {
  await user.type(screen.getByLabelText('Username'), 'uma')
  await user.type(screen.getByLabelText('Password'), 'right password')
  await press(user, 'Login')
}

async function giveCode(user: User, label: 'Code' | 'Recovery code', code: string) {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  if (code !== '') await user.type(field, code)
  await press(user, 'Log in')
}

/** Adds an app in the open tab; returns its key and the recovery codes. */
async function addApp(user: User) {
  await press(user, 'Set Up an Authenticator App')
  const element = await screen.findByRole('dialog')
  const dialog = within(element)
  const key = String(element.querySelector('code')?.textContent)
  await user.type(dialog.getByLabelText('Code'), codeOf(key.replaceAll(' ', '')))
  await user.click(dialog.getByRole('button', { name: 'Add App' }))
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }))
  return { key, codes: list.getAllByRole('listitem').map(({ textContent }) => textContent) }
}

const startAs = async (password = hashOfRightPassword) => {
  const server = await startPageServer()
  const uma = await activeUser(server.db, { username: 'uma', password })
  return { server, who: await server.as(uma) }
}

test('an app is set up with a QR code or a key, and a first code', async () => {
  const { who } = await startAs()
  const user = await openSignIn(who)
  expect(screen.queryByRole('heading', { name: 'Recovery codes' })).not.toBeInTheDocument()
  await press(user, 'Set Up an Authenticator App')
  const element = await screen.findByRole('dialog')
  const dialog = within(element)
  const qrCode = dialog.getByRole('img', { name: 'QR code for the authenticator app' })
  expect(qrCode.querySelector('path')).toHaveAttribute('d', expect.stringMatching(/^M\d+ \d+h1v1/))
  expect(element.querySelector('code')).toHaveTextContent(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await user.click(dialog.getByRole('button', { name: 'Add App' }))
  expect(await dialog.findByText('Code is required')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Code'), '000000')
  await user.click(dialog.getByRole('button', { name: 'Add App' }))
  expect(await dialog.findByText(/^This code is wrong/)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  const { codes } = await addApp(user)
  expect(new Set(codes).size).toBe(10)
  await expectToast('Authenticator App Added')
  await press(user, 'I Have Kept Them')
  expect(await screen.findByText(/^10 of 10 left\./)).toBeInTheDocument()
  expect(screen.getByText(/Not used yet/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Set Up Another Phone' })).toBeInTheDocument()
})

test('the login asks for a code after the password, and the code works once', async () => {
  const server = await startPageServer()
  const { secret } = await userWithTotp(server)
  const user = await openPage('/login')
  await giveLogin(user)
  await giveCode(user, 'Code', '')
  expect(screen.getByText('Code is required')).toBeInTheDocument()
  expect(screen.getByLabelText('Code')).toHaveFocus()
  await giveCode(user, 'Code', '000000')
  expect(await screen.findByText(/^This code is wrong\. Each code works once/)).toBeInTheDocument()
  await giveCode(user, 'Code', codeOf(secret))
  await waitFor(() => expect(location.pathname).toBe('/dashboard/reports'))
  await expectToast('Welcome back!')
})

test('the login takes a recovery code once, and leads back to the password', async () => {
  const server = await startPageServer()
  const { recoveryCodes, signedIn } = await userWithTotp(server)
  const [code = ''] = recoveryCodes
  const give = async () => {
    const user = await openPage('/login')
    await giveLogin(user)
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument()
    await giveCode(user, 'Recovery code', code)
    return user
  }
  await give()
  await waitFor(() => expect(location.pathname).toBe('/dashboard/reports'))
  const again = await give()
  expect(
    await screen.findByText('This recovery code is wrong, or was used before.'),
  ).toBeInTheDocument()
  await press(again, 'Use the app instead')
  expect(screen.queryByText(/was used before/)).not.toBeInTheDocument()
  await press(again, 'Back')
  expect(await screen.findByLabelText('Username')).toBeInTheDocument()
  await openSignIn(signedIn)
  expect(screen.getByText(/^9 of 10 left\./)).toBeInTheDocument()
})

test('new recovery codes replace the old ones, after a question', async () => {
  const server = await startPageServer()
  const { recoveryCodes, signedIn } = await userWithTotp(server)
  const user = await openSignIn(signedIn)
  await press(user, 'Make New Codes')
  const question = await findDialog('alertdialog')
  expect(question.getByText('The 10 codes you have left will no longer work.')).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Make new codes' }))
  const made = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(made).getAllByRole('listitem')).toHaveLength(10)
  for (const code of recoveryCodes) expect(made).not.toHaveTextContent(code)
  await press(user, 'I Have Kept Them')
  expect(await screen.findByText(/^10 of 10 left\./)).toBeInTheDocument()
})

test('asks for the password when the login was a while ago', async () => {
  const server = await startPageServer()
  const { secret, signedIn } = await userWithTotp(server)
  await letTimePass(server)
  const user = await openSignIn(signedIn)
  await press(user, 'Remove Authenticator app')
  await user.click((await findDialog('alertdialog')).getByRole('button', { name: 'Remove app' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  const go = () => user.click(dialog.getByRole('button', { name: 'Continue' }))
  await go()
  expect(dialog.getByText('Password is required')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Password'), 'wrong')
  await go()
  expect(await dialog.findByText('Current password is incorrect')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Use a code instead' }))
  expect(dialog.queryByText('Current password is incorrect')).not.toBeInTheDocument()
  await go()
  expect(dialog.getByText('Code is required')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Code'), codeOf(secret))
  await go()
  await expectToast('Removed', 'The authenticator app was removed.')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Make New Codes' })).not.toBeInTheDocument(),
  )
  expect((await logIn(server, 'uma', 'right password')).json()).toHaveProperty('token')
})

test('an administrator removes a second step from somebody who has lost it', async () => {
  const server = await startPageServer()
  const { signedIn } = await userWithTotp(server)
  const user = await openPage('/admin/users', await server.as('admin'))
  await user.click(await screen.findByRole('button', { name: 'Actions for uma' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reset Sign-in' }))
  await user.click((await findDialog('alertdialog')).getByRole('button', { name: 'Reset sign-in' }))
  expect(await screen.findByText('@uma now signs in with the password alone.')).toBeInTheDocument()
  expect((await listJobs(server, signedIn.token)).statusCode).toBe(401)
  expect((await logIn(server, 'uma', 'right password')).json()).toHaveProperty('token')
})

test('where it is required, an administrator sets up a second step before anything else', async () => {
  const server = await startPageServer({
    settings: { ...withPasskeys.settings, secondFactor: 'administrators' },
  })
  await activeAdmin(server.db, { username: 'uma', password: hashOfRightPassword })
  const { token } = (await logIn(server, 'uma', 'right password')).json()
  const user = await openPage('/admin/users', { token })
  expect(await screen.findByRole('heading', { name: 'Before you go on' })).toBeInTheDocument()
  expect(await screen.findByText('Set up a second step first')).toBeInTheDocument()
  await addApp(user)
  await press(user, 'I Have Kept Them')
  expect(await screen.findByRole('table', { name: 'Users' })).toBeInTheDocument()
})

test('passkeys are offered where the dashboard is opened at its own address', async () => {
  const elsewhere = await startPageServer(withPasskeys)
  await openSignIn(await elsewhere.as('user'))
  const words = await screen.findByText(/^Passkeys work only where the dashboard is opened at/)
  expect(words).toHaveTextContent('https://dash.example.org')
  expect(screen.queryByText(/PUBLIC_URL/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add a Passkey' })).not.toBeInTheDocument()
  await openSignIn(await elsewhere.as('admin'))
  expect(
    await screen.findByText('Set PUBLIC_URL to the address at which people open the dashboard.'),
  ).toBeInTheDocument()
  await openPage('/login')
  expect(await screen.findByLabelText('Username')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).not.toBeInTheDocument()
})
