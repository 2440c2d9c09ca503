import { login } from '@dashboard/contract/accounts'
import { getHealth } from '@dashboard/contract/health'
import { listJobs, syncJobsNow } from '@dashboard/contract/jobs'
import { sessionTokenKey } from '@dashboard/contract/limits'
import { hashOfRightPassword } from '@dashboard/server/test/login'
import { activeUser, inactiveUser } from '@dashboard/server/test/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { goTo, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * Signing in and out, and what happens to a session that ends (docs/accounts.md#in-the-browser). How it looks is in
 * e2e/accessibility/login.spec.ts.
 */

async function openLogin() {
  const server = await startPageServer()
  await activeUser(server.db, { username: 'uma', password: hashOfRightPassword })
  const user = await openPage('/login')
  return { server, user, ...formOf(user) }
}

function formOf(user: Awaited<ReturnType<typeof openPage>>) {
  const give = async (username: string, password: string) => {
    await user.type(screen.getByPlaceholderText('Enter username'), username)
    await user.type(screen.getByPlaceholderText('Enter password'), password)
    await user.click(screen.getByRole('button', { name: 'Login' }))
  }
  return { give }
}

const expectAddress = (path: string) =>
  waitFor(() => expect(location.pathname + location.search).toBe(path))
const storedToken = () => localStorage.getItem(sessionTokenKey)

test('asks for both fields', async () => {
  const { server, user } = await openLogin()
  expect(screen.getByPlaceholderText('Enter username')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(screen.getByText('Username is required')).toBeInTheDocument()
  expect(screen.getByText('Password is required')).toBeInTheDocument()
  await user.type(screen.getByPlaceholderText('Enter username'), 'u')
  expect(screen.queryByText('Username is required')).not.toBeInTheDocument()
  expect(server.callsOf(login)).toEqual([])
})

test('shows a wrong password in the server’s words, in an alert and a toast', async () => {
  const { give } = await openLogin()
  await give('nobody', 'wrong')
  await expectToast('Login Failed', 'Invalid username or password')
  expect(screen.getByRole('alert')).toHaveTextContent('Invalid username or password')
  expect(location.pathname).toBe('/login')
})

test('says that the browser blocks storage, and not that the password is wrong', async () => {
  const { give } = await openLogin()
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  await give('uma', 'right password')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Allow cookies and site data for this address',
  )
  expect(screen.queryByText(/Invalid/)).toBeNull()
})

test('refuses an inactive user', async () => {
  const { server, give } = await openLogin()
  await inactiveUser(server.db, { username: 'ina', password: hashOfRightPassword })
  await give('ina', 'right password')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This account is inactive. Ask an administrator to activate it.',
  )
  expect(location.pathname).toBe('/login')
})

test('says Logging in... while it waits, sends once, and falls back to its own words', async () => {
  const { server, user, give } = await openLogin()
  const held = server.hold(login)
  await give('uma', 'right password')
  await user.click(await screen.findByRole('button', { name: 'Logging in...' }))
  expect(server.callsOf(login)).toHaveLength(1)
  held.restore()
  server.refuse(login, 500, '')
  const again = await openPage('/login')
  await formOf(again).give('uma', 'right password')
  expect(await screen.findByRole('alert')).toHaveTextContent('Login failed. Please try again.')
  await expectToast('Login Failed', 'Invalid credentials. Please try again.')
  server.disconnect(login)
  await again.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(server.callsOf(login)).toHaveLength(3))
  expect(await screen.findByRole('button', { name: 'Login' })).not.toHaveAttribute('aria-disabled')
  expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
})

test('welcomes, opens the reports, and leads there from the login page', async () => {
  const { give } = await openLogin()
  await give(' UMA ', 'right password')
  await expectAddress('/dashboard/reports')
  await expectToast('Welcome back!', 'You have successfully logged in.')
  const token = String(storedToken())
  await openPage('/login', { token })
  await expectAddress('/dashboard/reports')
  await openPage('/', { token })
  await expectAddress('/dashboard/monitor')
})

test('logs out, and the session is gone on the server too', async () => {
  const server = await startPageServer()
  const who = await server.as('admin')
  const user = await openPage('/dashboard/sync', who)
  await user.click(await screen.findByRole('button', { name: /user menu of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await expectAddress('/login')
  await expectToast('Logged out', 'You have been successfully logged out.')
  expect(storedToken()).toBeNull()
  await waitFor(async () => expect((await who.inject({ url: listJobs.path })).statusCode).toBe(401))
})

test('an ended session leads to the login once, with the reason', async () => {
  const server = await startPageServer()
  const user = await openPage('/dashboard/monitor', await server.as('user'))
  await screen.findByRole('button', { name: 'Refresh Status' })
  await server.db.deleteFrom('sessions').execute()
  await user.click(screen.getByRole('button', { name: 'Refresh Status' }))
  await expectAddress('/login')
  expect(await screen.findAllByText('Authentication expired. Please log in again.')).toHaveLength(1)
  expect(storedToken()).toBeNull()
  expect(server.callsOf(syncJobsNow)).toHaveLength(1)
})

test.each(['/dashboard/sync', '/dashboard/monitor', '/dashboard/reports', '/profile'])(
  '%s leads to the login without a session',
  async (path) => {
    await startPageServer()
    await openPage(path)
    await expectAddress('/login')
  },
)

const job = '0d0c6a4e-0f0f-4a4a-8c8c-0123456783f2'

async function askForJob() {
  const server = await startPageServer()
  await activeUser(server.db, { username: 'uma', password: hashOfRightPassword })
  const user = await openPage(`/dashboard/monitor?job=${job}`)
  await expectAddress('/login')
  await formOf(user).give('uma', 'right password')
  await expectAddress('/dashboard/reports')
  await screen.findByRole('link', { name: 'Continue to job 3f2' })
  return user
}

test('offers the job that was asked for before signing in', async () => {
  const user = await askForJob()
  await user.click(screen.getByRole('link', { name: 'Continue to job 3f2' }))
  await expectAddress(`/dashboard/monitor?job=${job}`)
})

test('opens the job that was asked for at the root, and then offers it no more', async () => {
  const user = await askForJob()
  await goTo('/')
  await expectAddress(`/dashboard/monitor?job=${job}`)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('link', { name: 'Reports' }))
  await screen.findByRole('heading', { name: 'Reports', level: 1 })
  expect(screen.queryByRole('link', { name: 'Continue to job 3f2' })).not.toBeInTheDocument()
})

test('an expired token leads to the login, too, while the server does not answer', async () => {
  const server = await startPageServer()
  server.hold(getHealth)
  const names = { userId: '1', username: 'a', firstName: 'A', lastName: 'B', role: 'admin' }
  const token = `x.${btoa(JSON.stringify({ ...names, exp: 1 }))}.x`
  await openPage('/dashboard/sync', { token })
  await expectAddress('/login')
  expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled()
  expect(storedToken()).toBeNull()
})
