import { updateProfile } from '@dashboard/contract/accounts'
import { listJobs } from '@dashboard/contract/jobs'
import { sessionTokenKey } from '@dashboard/contract/limits'
import { getPasskeyOffer } from '@dashboard/contract/passkeys'
import { hashPassword } from '@dashboard/server/accounts/passwords'
import { activeUser } from '@dashboard/server/test/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** The profile page: one's own account, changing names, changing the password. */

async function openProfile() {
  const server = await startPageServer()
  const password = await hashPassword('first secret')
  const who = await server.as(
    await activeUser(server.db, {
      firstName: 'Mia',
      lastName: 'Ortega',
      username: 'mia',
      password,
    }),
  )
  const user = await openPage('/profile', who)
  await screen.findByRole('tab', { name: 'Profile' })
  return { server, who, user }
}

const save = () => screen.getByRole('button', { name: 'Save Changes' })

test('shows who is signed in', async () => {
  const { who } = await openProfile()
  const content = within(screen.getByRole('main'))
  expect(content.getByText('MO')).toBeInTheDocument()
  expect(content.getByText('@mia')).toBeInTheDocument()
  const summary = within(screen.getByRole('region', { name: 'Profile Summary' }))
  for (const text of ['Mia Ortega', 'mia', 'User', who.user.id]) {
    expect(summary.getByText(text)).toBeInTheDocument()
  }
})

test('links back to the dashboard', async () => {
  const { user } = await openProfile()
  await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
  expect(location.pathname).toBe('/dashboard')
})

test('asks for every field', async () => {
  const { user } = await openProfile()
  for (const label of ['First Name', 'Last Name', 'Username']) {
    await user.clear(screen.getByLabelText(label))
  }
  await user.click(save())
  for (const text of ['First name is required', 'Last name is required', 'Username is required']) {
    expect(await screen.findByText(text)).toBeInTheDocument()
  }
  expect(screen.getByLabelText('First Name')).toHaveFocus()
})

test('says above the form and in a toast why it cannot save', async () => {
  const { server, user } = await openProfile()
  await activeUser(server.db, { username: 'grace' })
  await user.clear(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), 'GRACE')
  await user.click(save())
  expect(await screen.findByText('Update Failed')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Username is already taken')
  server.answerPage(updateProfile, 500, 'Internal Server Error')
  await user.click(save())
  await within(screen.getByRole('alert')).findByText('Internal Server Error')
})

test('saves names, shows them with a new token, and reloads the page after 1.5 s', async () => {
  const timers = controlTimers()
  let reloadedAt = 0
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {
    reloadedAt = Date.now()
  })
  const { who, user } = await openProfile()
  await user.clear(screen.getByLabelText('First Name'))
  await user.type(screen.getByLabelText('First Name'), 'Maria')
  await user.clear(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), '  maria  ')
  const pressedAt = Date.now()
  await user.click(save())
  await waitFor(() => expect(localStorage.getItem(sessionTokenKey)).not.toBe(who.token))
  const savedAt = Date.now()
  await expectToast('Profile Updated')
  expect(screen.getByRole('button', { name: /user menu of Maria Ortega/ })).toBeInTheDocument()
  await timers.pass(1_500)
  expect(reload).toHaveBeenCalledOnce()
  expect(reloadedAt - pressedAt).toBeGreaterThanOrEqual(1_500)
  expect(reloadedAt - savedAt).toBeLessThanOrEqual(1_500)
})

test('is busy while it saves', async () => {
  const { server, user } = await openProfile()
  server.hold(updateProfile)
  await user.click(save())
  expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await user.click(screen.getByRole('button', { name: 'Saving...' }))
  expect(server.callsOf(updateProfile)).toHaveLength(1)
})

async function openSecurity() {
  const opened = await openProfile()
  await opened.user.click(screen.getByRole('tab', { name: 'Security' }))
  const fill = async (current: string, next: string, again: string) => {
    await opened.user.type(screen.getByLabelText('Current Password'), current)
    await opened.user.type(screen.getByLabelText('New Password'), next)
    await opened.user.type(screen.getByLabelText('Confirm New Password'), again)
    await opened.user.click(screen.getByRole('button', { name: 'Change Password' }))
  }
  return { ...opened, fill }
}

test.each(['user', 'admin'] as const)(
  'says to %s that there are no passkeys here, and names the setting to administrators only, folded',
  async (role) => {
    const server = await startPageServer()
    server.answer(getPasskeyOffer, { origin: null })
    const user = await openPage('/profile', await server.as(role))
    await user.click(await screen.findByRole('tab', { name: 'Sign-in' }))
    const sentence = 'This server offers no passkeys. An administrator can change that.'
    expect(await screen.findByText(sentence)).toBeVisible()
    const setting = screen.queryByText(/PUBLIC_URL/)
    if (role === 'user') expect(setting).toBeNull()
    else expect(setting).not.toBeVisible()
  },
)

test('checks the three fields of a new password', async () => {
  const { user, fill } = await openSecurity()
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  for (const text of [
    'Current password is required',
    'Password must be at least 6 characters',
    'Please confirm your password',
  ]) {
    expect(await screen.findByText(text)).toBeInTheDocument()
  }
  await fill('x', 'second secret', 'second  secret')
  expect(await screen.findByText('Passwords do not match')).toBeInTheDocument()
  expect(screen.getByLabelText('Confirm New Password')).toHaveFocus()
})

test('says when the current password is wrong', async () => {
  const { fill } = await openSecurity()
  await fill('wrong secret', 'second secret', 'second secret')
  expect(await screen.findByText('Error')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Current password is incorrect')
})

test('changes the password, stays signed in here and ends other sessions', async () => {
  const { server, who, fill } = await openSecurity()
  const elsewhere = await server.as(who.user)
  await fill('first secret', 'second secret', 'second secret')
  expect(await screen.findByText('Password Changed')).toBeInTheDocument()
  for (const label of ['Current Password', 'Confirm New Password']) {
    expect(screen.getByLabelText(label)).toHaveValue('')
  }
  const { method, path: url } = listJobs
  expect((await elsewhere.inject({ method, url })).statusCode).toBe(401)
  expect((await who.inject({ method, url })).statusCode).toBe(200)
})
