import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../src/paths.ts'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/** The settings' index, the way to each section and back, and who may not see them. */

const sections = [
  { name: 'User Management', path: '/admin/users' },
  { name: 'Monitoring Controls', path: '/admin/monitoring' },
  { name: 'Brand Settings', path: '/admin/branding' },
  { name: 'Audit Log', path: '/admin/audit' },
  { name: 'System', path: '/admin/system' },
]
const denied = 'Access Denied - You need admin privileges to access this page.'

test('leads to every section and back', async () => {
  const server = await startPageServer()
  const user = await openPage('/admin', await server.as('admin'))
  expect(await screen.findByText('Version 0.0.0-test, build c0ffee')).toBeInTheDocument()
  for (const { name, path } of sections) {
    await user.click(await screen.findByRole('link', { name }))
    expect(location.pathname).toBe(path)
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeInTheDocument()
    await user.click(await screen.findByRole('link', { name: 'Back to Settings' }))
    expect(location.pathname).toBe('/admin')
  }
})

const allPaths = Object.values(paths).filter((path) => path.startsWith('/admin'))

test.each(allPaths)(
  '%s is for administrators only, and requests nothing of theirs from the server',
  async (path) => {
    const server = await startPageServer()
    await openPage(path, await server.as('user'))
    expect(await screen.findByText(denied)).toBeInTheDocument()
    // The brand is everybody's.
    expect(server.calls.map((call) => call.path)).toEqual(['/api/brand-settings'])
  },
)

test('somebody who is denied access can go back or log out', async () => {
  const server = await startPageServer()
  const who = await server.as('user')
  let user = await openPage('/admin', who)
  await user.click(await screen.findByRole('link', { name: 'Back to Dashboard' }))
  expect(location.pathname).toBe('/dashboard')
  user = await openPage('/admin', who)
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(location.pathname).toBe('/login')
  expect(localStorage.getItem('session_token')).toBeNull()
})

test('shows the same to somebody without a session', async () => {
  await startPageServer()
  await openPage('/admin/users')
  expect(await screen.findByText(denied)).toBeInTheDocument()
})

test('only administrators have the Settings link', async () => {
  const server = await startPageServer()
  await openPage('/dashboard/monitor', await server.as('user'))
  expect(await screen.findByRole('link', { name: 'Reports' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
})
