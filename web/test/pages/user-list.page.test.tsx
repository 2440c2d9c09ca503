import { listUsers } from '@dashboard/contract/accounts'
import { activeUser, inactiveUser } from '@dashboard/server/test/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/** The list of users: its columns, order, filters and states. How it looks is in e2e/journeys/user-list.spec.ts. */

const names = async () => {
  const table = await screen.findByRole('table', { name: 'Users' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
}
const cells = async (username: string) => {
  const cell = await screen.findByRole('cell', { name: username })
  return Array.from(cell.parentElement?.children ?? [], ({ textContent }) => textContent)
}

async function startWithUsers() {
  const server = await startPageServer()
  const { db } = server
  const admin = await server.as('admin')
  const named = { firstName: 'Nadia', createdAt: '2025-01-06T03:00:00.000Z' }
  await activeUser(db, { ...named, lastName: 'Zorn', username: 'anna' })
  await activeUser(db, {
    ...named,
    lastName: 'Adler',
    username: 'bert',
    circuits: '["NY-1","NY-2"]',
    createdAt: '2025-02-06T12:00:00.000Z',
    lastSignInAt: '2026-01-05T12:00:00.000Z',
  })
  await inactiveUser(db, {
    ...named,
    lastName: 'Meyer',
    username: 'carl',
    createdAt: '2025-03-06T12:00:00.000Z',
    lastSignInAt: '2026-02-05T03:00:00.000Z',
  })
  return { server, admin, self: admin.user.username }
}

test('the table has every column, with Eastern days', async () => {
  const { server, admin } = await startWithUsers()
  await openPage('/admin/users', admin)
  const titles = await screen.findAllByRole('columnheader')
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    ...['Full Name', 'Username', 'Role', 'Status', 'Created', 'Actions'],
  ])
  expect((await cells('anna')).slice(0, 5)).toEqual([
    ...['Nadia Zorn', 'anna', 'User', 'ActiveNever signed in', 'Jan 5, 2025'],
  ])
  expect((await cells('bert'))[2]).toContain('NY-1')
  expect((await cells('carl'))[3]).toMatch(/^InactiveLast sign-in Feb 4, 2026/)
  expect(server.callsOf(listUsers)).toHaveLength(1)
})

test('sorts by what is chosen, and by each column both ways', async () => {
  const { admin, self } = await startWithUsers()
  const user = await openPage('/admin/users', admin)
  expect(await names()).toEqual(['anna', 'bert', 'carl', self])
  const sort = screen.getByRole('combobox', { name: 'Sort users' })
  await user.selectOptions(sort, 'lastSignIn')
  await waitFor(async () => expect((await names()).slice(0, 2)).toEqual(['carl', 'bert']))
  await user.selectOptions(sort, 'name')
  await waitFor(async () => expect(await names()).toEqual([self, 'bert', 'carl', 'anna']))
  const byUsername = screen.getByRole('button', { name: 'Username' })
  await user.click(byUsername)
  await waitFor(async () => expect(await names()).toEqual([self, 'anna', 'bert', 'carl']))
  await user.click(byUsername)
  await waitFor(async () => expect(await names()).toEqual(['carl', 'bert', 'anna', self]))
})

test('filters by role and status, searches, and counts', async () => {
  const { admin, self } = await startWithUsers()
  const user = await openPage('/admin/users', admin)
  await names()
  expect(screen.getByText('4 users')).toBeInTheDocument()
  const choose = (label: string, value: string) =>
    user.selectOptions(screen.getByRole('combobox', { name: label }), value)
  await choose('Filter by role', 'admin')
  await waitFor(async () => expect(await names()).toEqual([self]))
  await choose('Filter by status', 'inactive')
  expect(await screen.findByText('Nobody matches the filters.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all users' }))
  await waitFor(async () => expect(await names()).toHaveLength(4))
  await choose('Filter by status', 'inactive')
  await waitFor(async () => expect(await names()).toEqual(['carl']))
  await choose('Filter by status', 'all')
  const search = screen.getByRole('searchbox', { name: 'Search users' })
  await user.type(search, 'NADIA')
  expect(await screen.findByText('3 of 4 users')).toBeInTheDocument()
  await user.clear(search)
  await user.type(search, 'nobody')
  expect(await screen.findByText('Nobody matches "nobody".')).toBeInTheDocument()
})

test('loading, failed, empty, and then people', async () => {
  const { server, admin } = await startWithUsers()
  server.hold(listUsers)
  await openPage('/admin/users', admin)
  expect(await screen.findByText('Loading users...')).toBeInTheDocument()
  const refused = server.refuse(listUsers, 503, 'The database is busy. Try again.')
  const user = await openPage('/admin/users', admin)
  expect(await screen.findByText('Failed to load users')).toBeInTheDocument()
  expect(screen.getByText('The database is busy. Try again.')).toBeInTheDocument()
  refused.restore()
  const empty = server.answer(listUsers, { users: [], total: 0, nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const nobody = 'No users found. Create your first user to get started.'
  expect(await screen.findByText(nobody)).toBeInTheDocument()
  expect(screen.queryByText('Failed to load users')).not.toBeInTheDocument()
  empty.restore()
  await openPage('/admin/users', admin)
  expect(await names()).toHaveLength(4)
})

test('sees what another administrator did since the last visit', async () => {
  const { server, admin } = await startWithUsers()
  const user = await openPage('/admin/users', admin)
  await names()
  await user.click(screen.getByRole('link', { name: 'Back to Settings' }))
  await activeUser(server.db, { username: 'late' })
  await user.click(await screen.findByRole('link', { name: 'User Management' }))
  await waitFor(async () => expect(await names()).toContain('late'))
})
