import { inviteUser, makePasswordLink } from '@dashboard/contract/password-links'
import { hashOfRightPassword, listJobs, logIn } from '@dashboard/server/test/login'
import { startMail } from '@dashboard/server/test/password-links'
import { activeUser } from '@dashboard/server/test/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** Invitations and new passwords by links (docs/accounts.md#links-to-set-a-password). */

type User = Awaited<ReturnType<typeof openPage>>

async function openUsers(...options: Parameters<typeof startPageServer>) {
  const server = await startPageServer(...options)
  const uma = await activeUser(server.db, { username: 'uma', password: hashOfRightPassword })
  const admin = await server.as('admin')
  const user = await openPage('/admin/users', admin)
  await screen.findByRole('table', { name: 'Users' })
  return { server, admin, user, uma }
}

async function fillInvitation(user: User, username: string) {
  await user.click(screen.getByRole('button', { name: 'Invite User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite User' }))
  await user.type(dialog.getByLabelText('First Name'), 'Mia')
  await user.type(dialog.getByLabelText('Last Name'), 'Ortega')
  await user.type(dialog.getByLabelText('Username'), username)
  return { dialog, send: () => user.click(dialog.getByRole('button', { name: 'Invite User' })) }
}

/** Returns the link that is shown, without the server's name. */
async function readLink(title: 'Invitation' | 'Password Link') {
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: title }).querySelector('code')).not.toBeNull(),
  )
  const shown = screen.getByRole('dialog', { name: title }).querySelector('code')?.textContent
  const { origin, pathname, hash } = new URL(String(shown))
  expect(origin).toBe(location.origin)
  expect(pathname).toBe('/set-password')
  return pathname + hash
}

async function choosePassword(link: string) {
  const user = await openPage(link)
  await user.type(screen.getByLabelText('New Password'), 'a fine new day')
  await user.click(screen.getByRole('button', { name: 'Save and Log In' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard/reports'))
}

const rowOf = (username: string) =>
  screen.getByRole('button', { name: `Actions for ${username}` }).closest('tr')

test('an invitation leads in with a password of one’s own, once', async () => {
  const { server, admin, user } = await openUsers()
  const { send } = await fillInvitation(user, 'mia')
  await send()
  const link = await readLink('Invitation')
  expect(screen.getByText('The link for @mia is ready.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(rowOf('mia')).toHaveTextContent('Invited, no password yet'))

  const mia = await openPage(link)
  expect(screen.getByRole('heading', { name: 'Welcome, Mia' })).toBeInTheDocument()
  expect(screen.getByLabelText('Username')).toHaveValue('mia')
  await mia.type(screen.getByLabelText('New Password'), 'short')
  await mia.click(screen.getByRole('button', { name: 'Save and Log In' }))
  expect(await screen.findByText('Password must be at least 6 characters')).toBeInTheDocument()
  await mia.clear(screen.getByLabelText('New Password'))
  await mia.type(screen.getByLabelText('New Password'), 'password1')
  expect(await screen.findByText(/one of the most used passwords/)).toBeInTheDocument()
  await choosePassword(link)
  await expectToast('Welcome back!')

  const late = await openPage(link)
  expect(screen.getByRole('heading', { name: 'This link cannot be used' })).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('This link was used, has expired')
  await late.click(screen.getByRole('link', { name: 'Go to Login' }))
  expect(location.pathname).toBe('/login')
  expect((await logIn(server, 'mia', 'a fine new day')).statusCode).toBe(200)
  await openPage('/admin/users', admin)
  await screen.findByRole('table', { name: 'Users' })
  expect(rowOf('mia')).not.toHaveTextContent('Invited')
})

test('an invitation that is refused stays open with the reason', async () => {
  const { server, user } = await openUsers()
  const { dialog, send } = await fillInvitation(user, 'UMA')
  await send()
  await expectToast('Error', 'Username is already taken')
  expect(dialog.getByRole('alert')).toHaveTextContent('Username is already taken')
  server.refuse(inviteUser, 500, '')
  await send()
  expect(await dialog.findByText('Failed to invite user')).toBeInTheDocument()
})

test('a password link signs its user out everywhere once it is used', async () => {
  const { server, user, uma } = await openUsers()
  const theirs = await server.as(uma)
  const isSignedIn = async () => (await listJobs(server, theirs.token)).statusCode === 200
  await user.click(screen.getByRole('button', { name: 'Actions for uma' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Password Link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Password Link' }))
  expect(dialog.getByText(/^@uma sets a new password with a link/)).toBeInTheDocument()
  expect(dialog.getByText('You copy the link and hand it over.')).toBeInTheDocument()
  server.refuse(makePasswordLink, 500, '')
  await user.click(dialog.getByRole('button', { name: 'Make Link' }))
  expect(await dialog.findByText('Failed to make a link')).toBeInTheDocument()
  server.restore(makePasswordLink)
  await user.click(dialog.getByRole('button', { name: 'Make Link' }))
  const link = await readLink('Password Link')
  expect(await isSignedIn()).toBe(true)
  await choosePassword(link)
  expect(await isSignedIn()).toBe(false)
})

test('an invitation is sent to an e-mail address, and is shown to nobody else', async () => {
  const { mail, notices } = await startMail('https://dashboard.example.org')
  const { user } = await openUsers({ settings: { notices } })
  const { dialog, send } = await fillInvitation(user, 'noor')
  await user.type(await dialog.findByLabelText('E-mail Address'), 'noor@example.org')
  await send()
  expect(await screen.findByText('The link was sent to noor@example.org.')).toBeInTheDocument()
  expect(screen.getByRole('dialog').querySelector('code')).toBeNull()
  const raw = mail.mails[0]?.raw.replaceAll('=\r\n', '') ?? ''
  const [, link = ''] = /dashboard\.example\.org(\/set-password#[\w-]{43})/.exec(raw) ?? []
  await choosePassword(link)
})

test('a link pasted into the tab of an older one is opened', async () => {
  const { user } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Actions for uma' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Password Link' }))
  await user.click(screen.getByRole('button', { name: 'Make Link' }))
  const link = await readLink('Password Link')
  await openPage('/set-password#an-older-one')
  expect(screen.getByRole('heading', { name: 'This link cannot be used' })).toBeInTheDocument()
  location.hash = link.slice(link.indexOf('#'))
  expect(await screen.findByLabelText('Username')).toHaveValue('uma')

  await openPage('/login')
  location.hash = '#link=pasted'
  await user.click(await screen.findByRole('button', { name: 'Log in with this link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This link')
  location.hash = '#link=a-newer-one'
  expect(await screen.findByText(/^This link signs you in once/)).toBeInTheDocument()
})
