import {
  createUser,
  deleteUser,
  listUsers,
  setUserPassword,
  updateUser,
} from '@dashboard/contract/accounts'
import { hashPassword } from '@dashboard/server/accounts/passwords'
import { activeUser } from '@dashboard/server/test/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** User management: each change of an account, its dialogs, toasts and refusals. */

async function openUsers() {
  const server = await startPageServer()
  const mia = await activeUser(server.db, {
    username: 'mia',
    firstName: 'Mia',
    lastName: 'Ortega',
    password: await hashPassword('secret no 1'),
  })
  const admin = await server.as('admin')
  const user = await openPage('/admin/users', admin)
  await screen.findByRole('table', { name: 'Users' })
  const choose = async (username: string, item: string) => {
    await user.click(screen.getByRole('button', { name: `Actions for ${username}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const signIn = async (username: string, password: string) => {
    const payload = { username, password }
    return (await server.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode
  }
  const readUser = (username: string) =>
    server.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()
  return { server, user, admin, mia, choose, signIn, readUser }
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('creates a user, after it has asked for every field', async () => {
  const { user, signIn, readUser } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Add User' }))
  const dialog = await findDialog('Create New User')
  expect(dialog.getByRole('switch', { name: 'Active User' })).toBeChecked()
  expect(dialog.getByText('User can log in and access the system')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Create User' }))
  for (const text of [
    'Username is required',
    'First name is required',
    'Last name is required',
    'Password is required',
  ]) {
    expect(await dialog.findByText(text)).toBeInTheDocument()
  }
  await user.type(dialog.getByLabelText('First Name'), 'Æsa')
  await user.type(dialog.getByLabelText('Last Name'), 'Þórsdóttir')
  await user.type(dialog.getByLabelText('Username'), 'MIA')
  await user.type(dialog.getByLabelText('Password'), 'p')
  await user.selectOptions(dialog.getByLabelText('Role'), 'admin')
  await user.click(dialog.getByRole('button', { name: 'Create User' }))
  await expectToast('Error', 'Username is already taken')
  expect(dialog.getByRole('alert')).toHaveTextContent('Username is already taken')

  await user.clear(dialog.getByLabelText('Username'))
  await user.type(dialog.getByLabelText('Username'), 'aesa')
  await user.click(dialog.getByRole('button', { name: 'Create User' }))
  await expectToast('User Created')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByRole('cell', { name: 'Æsa Þórsdóttir' })).toBeInTheDocument()
  expect(await readUser('aesa')).toMatchObject({ firstName: 'Æsa', role: 'admin', isActive: 1 })
  expect(await signIn('aesa', 'p')).toBe(200)

  await user.click(screen.getByRole('button', { name: 'Add User' }))
  expect((await findDialog('Create New User')).getByLabelText('Username')).toHaveValue('')
})

test('gives a generated password, which its user is asked to change', async () => {
  const { server, user, readUser, signIn } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Add User' }))
  const dialog = await findDialog('Create New User')
  await user.type(dialog.getByLabelText('First Name'), 'Gina')
  await user.type(dialog.getByLabelText('Last Name'), 'Given')
  await user.type(dialog.getByLabelText('Username'), 'gina')
  const mustChange = dialog.getByRole('switch', { name: 'Ask for a change' })
  expect(mustChange).not.toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Generate password' }))
  expect(mustChange).toBeChecked()
  const password = String((dialog.getByLabelText('Password') as HTMLInputElement).value)
  expect(dialog.getByText(password)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Create User' }))
  expect(await screen.findByText('New password due')).toBeInTheDocument()
  expect(await signIn('gina', password)).toBe(200)
  expect(await readUser('gina')).toMatchObject({ mustChangePassword: 1 })

  const row = await readUser('gina')
  if (!row) throw new Error('There is no Gina')
  const gina = await openPage('/dashboard/reports', await server.as(row))
  expect(await screen.findByText('Your password was set for you.')).toBeInTheDocument()
  await gina.click(screen.getByRole('link', { name: 'Change it' }))
  expect(await screen.findByText('Choose a password of your own')).toBeInTheDocument()
  await gina.type(screen.getByLabelText('Current Password'), password)
  await gina.type(screen.getByLabelText('New Password'), 'of my own')
  await gina.type(screen.getByLabelText('Confirm New Password'), 'of my own')
  await gina.click(screen.getByRole('button', { name: 'Change Password' }))
  await expectToast('Password Changed')
  await waitFor(() =>
    expect(screen.queryByText('Choose a password of your own')).not.toBeInTheDocument(),
  )
  await gina.click(screen.getByRole('link', { name: 'Reports' }))
  expect(screen.queryByText('Your password was set for you.')).not.toBeInTheDocument()
})

test('edits a user and switches the account off', async () => {
  const { server, user, mia, choose, admin } = await openUsers()
  const theirs = await server.as(mia)
  await choose('mia', 'Edit User')
  const dialog = await findDialog('Edit User')
  expect(dialog.getByLabelText('Username')).toHaveValue('mia')
  expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument()
  const save = () => user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await user.clear(dialog.getByLabelText('Last Name'))
  await save()
  expect(await dialog.findByText('Last name is required')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Last Name'), 'Meyer')
  await user.clear(dialog.getByLabelText('Username'))
  await user.type(dialog.getByLabelText('Username'), admin.user.username)
  await save()
  await expectToast('Update Failed', 'Username is already taken')
  expect(dialog.getByRole('alert')).toHaveTextContent('Username is already taken')
  server.refuse(updateUser, 500, '')
  await save()
  await waitFor(() => expectToast('Update Failed', 'Failed to update user'))
  server.restore(updateUser)
  await user.clear(dialog.getByLabelText('Username'))
  await user.type(dialog.getByLabelText('Username'), 'mia')
  await user.click(dialog.getByRole('switch', { name: 'Active User' }))
  await save()
  await expectToast('User Updated')
  const row = (await screen.findByRole('cell', { name: 'Mia Meyer' })).closest('tr')
  expect(row).toHaveTextContent('Inactive')
  expect((await theirs.inject({ method: 'GET', url: '/api/jobs' })).statusCode).toBe(401)
})

test('resets a password without asking for the old one, and warns of one that everybody uses', async () => {
  const { server, user, choose, signIn } = await openUsers()
  await choose('mia', 'Reset Password')
  const dialog = await findDialog('Change Password')
  expect(dialog.getByText(/@mia/)).toBeInTheDocument()
  expect(dialog.queryByLabelText('Current Password')).not.toBeInTheDocument()
  const next = dialog.getByLabelText('New Password')
  const send = () => user.click(dialog.getByRole('button', { name: 'Change Password' }))
  await user.type(next, 'short')
  await send()
  expect(await dialog.findByText('Password must be at least 6 characters')).toBeInTheDocument()
  await user.clear(next)
  await user.type(next, 'password123')
  expect(await dialog.findByText(/This is one of the most used passwords/)).toBeInTheDocument()
  await user.type(next, '4567')
  await waitFor(() =>
    expect(dialog.queryByText(/This is one of the most used passwords/)).not.toBeInTheDocument(),
  )
  const refused = server.refuse(setUserPassword, 500, 'It went wrong. Try again.')
  await send()
  await expectToast('Error', 'It went wrong. Try again.')
  expect(dialog.getByRole('alert')).toHaveTextContent('It went wrong. Try again.')
  refused.restore()
  await send()
  await expectToast('Password Changed')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await signIn('mia', 'password1234567')).toBe(200)
})

test('asks for the current password beside one’s own new one, long after the sign-in', async () => {
  const { server, user, admin, choose } = await openUsers()
  const { username } = admin.user
  const password = await hashPassword('my secret')
  await server.db.updateTable('users').set({ password }).where('id', '=', admin.user.id).execute()
  await choose(username, 'Reset Password')
  const first = await findDialog('Change Password')
  expect(first.queryByLabelText('Current Password')).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  const past = new Date(Date.now() - 11 * 60_000).toISOString()
  await server.db.updateTable('sessions').set({ createdAt: past, confirmedAt: past }).execute()
  await choose(username, 'Reset Password')
  const dialog = await findDialog('Change Password')
  const send = () => user.click(dialog.getByRole('button', { name: 'Change Password' }))
  await user.type(await dialog.findByLabelText('New Password'), 'a new secret')
  await user.type(await dialog.findByLabelText('Current Password'), 'not mine')
  await send()
  expect(await dialog.findByText('Current password is incorrect')).toBeInTheDocument()
  await user.clear(dialog.getByLabelText('Current Password'))
  await user.type(dialog.getByLabelText('Current Password'), 'my secret')
  await send()
  await expectToast('Password Changed')
})

test('deletes a user after a question, or says why it cannot', async () => {
  const { server, user, mia, readUser } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Delete mia' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete user "mia"?')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(server.callsOf(deleteUser)).toHaveLength(0)

  const remove = async () => {
    await user.click(screen.getByRole('button', { name: 'Delete mia' }))
    await user.click(await screen.findByRole('button', { name: 'Delete user' }))
  }
  server.refuse(deleteUser, 400, 'You cannot delete your own account.')
  await remove()
  await expectToast('Delete Failed', 'You cannot delete your own account.')
  server.refuse(deleteUser, 500, '')
  await remove()
  await waitFor(() => expectToast('Delete Failed', 'Failed to delete user'))
  server.restore(deleteUser)
  await remove()
  await expectToast('User Deleted')
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'mia' })).not.toBeInTheDocument())
  expect(await readUser(mia.username)).toBeUndefined()
})

test('nobody can delete, demote or deactivate themselves', async () => {
  const { server, user, admin, choose } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'You cannot delete your own account' }))
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await choose(admin.user.username, 'Edit User')
  const dialog = await findDialog('Edit User')
  expect(dialog.getByLabelText('Role')).toBeDisabled()
  expect(dialog.getByRole('switch', { name: 'Active User' })).toBeDisabled()
  await user.clear(dialog.getByLabelText('First Name'))
  await user.type(dialog.getByLabelText('First Name'), 'Grace')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await expectToast('User Updated')
  expect(await screen.findByRole('button', { name: /user menu of Grace/ })).toBeInTheDocument()
  expect(server.callsOf(listUsers).length).toBeGreaterThan(1)
})

test('is busy while it creates, and sends once', async () => {
  const { server, user } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Add User' }))
  const dialog = await findDialog('Create New User')
  for (const label of ['First Name', 'Last Name', 'Username', 'Password']) {
    await user.type(dialog.getByLabelText(label), 'x')
  }
  server.hold(createUser)
  await user.click(dialog.getByRole('button', { name: 'Create User' }))
  await user.click(await dialog.findByRole('button', { name: 'Creating...' }))
  expect(server.callsOf(createUser)).toHaveLength(1)
})
