import { createToken } from '@dashboard/contract/access-tokens'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { letTimePass } from '@dashboard/server/test/factors'
import { hashOfRightPassword } from '@dashboard/server/test/login'
import { insertToken, makeToken } from '@dashboard/server/test/tokens'
import { activeUser } from '@dashboard/server/test/users'
import { nowIso } from '@dashboard/store/database/column-values'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'

/** Access tokens: made and revoked under Profile, and revoked by an administrator under Users. */

async function start() {
  const server = await startPageServer()
  const tok = await activeUser(server.db, { username: 'tok', password: hashOfRightPassword })
  return { server, who: await server.as(tok) }
}

type User = Awaited<ReturnType<typeof openPage>>

async function openTokens(who: { token: string }) {
  const user = await openPage('/profile', who)
  await user.click(await screen.findByRole('tab', { name: 'Access tokens' }))
  await screen.findByRole('button', { name: 'New Token' })
  return user
}

async function fillIn(user: User, name: string, access?: string, expires?: string) {
  await user.click(screen.getByRole('button', { name: 'New Token' }))
  const dialog = within(await screen.findByRole('dialog'))
  if (name !== '') await user.type(dialog.getByLabelText('Name'), name)
  if (access) await user.selectOptions(dialog.getByLabelText('Access'), access)
  if (expires) await user.selectOptions(dialog.getByLabelText('Expires'), expires)
  await user.click(dialog.getByRole('button', { name: 'Create Token' }))
  return dialog
}

async function readSecret() {
  const dialog = await screen.findByRole('dialog', { name: 'Your access token' })
  return String(dialog.querySelector('code')?.textContent)
}

/** Returns the status that a script with the secret gets. */
async function statusFor(server: PageServer, secret: string) {
  const headers = { authorization: `Bearer ${secret}` }
  return (await server.inject({ url: listVolunteers.path, headers })).statusCode
}

async function revoke(user: User, name: string) {
  await user.click(screen.getByRole('button', { name: `Revoke ${name}` }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Revoke token' }))
}

const row = (name: string) =>
  within(screen.getByRole('list', { name: 'Access tokens' }))
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(name))

test('makes tokens, and shows each secret once', async () => {
  const { server, who } = await start()
  const user = await openTokens(who)
  expect(screen.getByText('You have no access tokens.')).toBeInTheDocument()
  const dialog = await fillIn(user, '')
  expect(await dialog.findByText('Name is required')).toBeInTheDocument()
  expect(server.callsOf(createToken)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await fillIn(user, ' Saturday list ')
  const secret = await readSecret()
  expect(await statusFor(server, secret)).toBe(200)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await fillIn(user, 'Nightly sync', 'write', '7')
  expect(await readSecret()).not.toBe(secret)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(server.callsOf(createToken).map(({ body }) => body)).toEqual([
    { name: 'Saturday list', access: 'read', days: 90 },
    { name: 'Nightly sync', access: 'write', days: 7 },
  ])
  await waitFor(() => expect(row('Nightly sync')).toBeDefined())
  expect(row('Nightly sync')).toHaveTextContent(/Read and write.*Expires.*Not used yet/)
  expect(screen.queryByText(secret)).not.toBeInTheDocument()
})

test('shows when a token was used and when it ends, and revokes it', async () => {
  const { server, who } = await start()
  const { secret } = await makeToken(who, { name: 'Saturday list', access: 'read' })
  await server.db.updateTable('access_tokens').set({ lastUsedAt: nowIso() }).execute()
  const expiresAt = '2020-02-03T12:00:00.000Z'
  await insertToken(server.db, who.user.id, { name: 'An old one', expiresAt })
  const user = await openTokens(who)
  expect(row('Saturday list')).toHaveTextContent(/Read.*Expires.*Last used just now/)
  expect(row('An old one')).toHaveTextContent(/Expired Feb 3, 2020.*Not used yet/)
  await user.click(screen.getByRole('button', { name: 'Revoke Saturday list' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^Scripts that use "Saturday list" are refused/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await statusFor(server, secret)).toBe(200)
  await revoke(user, 'Saturday list')
  await waitFor(() => expect(row('Saturday list')).toBeUndefined())
  expect(row('An old one')).toBeDefined()
  expect(await statusFor(server, secret)).toBe(401)
})

test('asks for the password when the sign-in was a while ago, then makes the token', async () => {
  const { server, who } = await start()
  await letTimePass(server)
  const user = await openTokens(who)
  await fillIn(user, 'Saturday list')
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await user.type(proof.getByLabelText('Password'), 'right password')
  await user.click(proof.getByRole('button', { name: 'Continue' }))
  expect(await statusFor(server, await readSecret())).toBe(200)
})

test('an administrator revokes those of a user', async () => {
  const { server, who } = await start()
  const { secret } = await makeToken(who)
  const user = await openPage('/admin/users', await server.as('admin'))
  await user.click(await screen.findByRole('button', { name: 'Actions for tok' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Access Tokens' }))
  await screen.findByRole('button', { name: 'Revoke Nightly sync' })
  expect(row('Nightly sync')).toHaveTextContent('Read and write')
  await revoke(user, 'Nightly sync')
  expect(await screen.findByText('This user has none.')).toBeInTheDocument()
  expect(await statusFor(server, secret)).toBe(401)
})
