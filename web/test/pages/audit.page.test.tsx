import { createUser, login, updateUser } from '@dashboard/contract/accounts'
import { exportAudit, listAuditEntries } from '@dashboard/contract/audit'
import { setAutoSync } from '@dashboard/contract/monitoring'
import { anyTime } from '@dashboard/store/test/shown-times'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** The audit log: its entries, filters, pages and states. The CSV file is in e2e/journeys/audit.spec.ts. */

/** Performs a few typical actions, and then switches auto-sync as often. */
async function startWithActions({ switches = 2 } = {}) {
  const server = await startPageServer()
  const admin = await server.as('admin')
  const account = { username: 'eve', firstName: 'Eve', lastName: 'Novak', password: 'secret no 1' }
  const created = await admin.inject({ method: 'POST', url: createUser.path, payload: account })
  const url = updateUser.path.replace(':id', created.json().user.id)
  await admin.inject({ method: updateUser.method, url, payload: { role: 'admin' } })
  for (const username of ['eve', 'nobody-here']) {
    const payload = { username, password: 'a guess' }
    await server.inject({ method: 'POST', url: login.path, payload })
  }
  for (let index = 0; index < switches; index += 1) {
    const payload = { enabled: index % 2 === 0 }
    await admin.inject({ method: setAutoSync.method, url: setAutoSync.path, payload })
  }
  return { server, admin }
}

const table = async () => within(await screen.findByRole('table', { name: 'Audit log' }))
const rows = async (text: string) =>
  (await table()).getAllByRole('row').filter(({ textContent }) => textContent.includes(text))

test('shows who did what, and finds it', async () => {
  const { admin } = await startWithActions()
  const user = await openPage('/admin/audit', admin)
  const [changed] = await rows('Changed a user')
  expect(changed).toHaveTextContent(`Ada Admin (${admin.user.username})`)
  expect(changed).toHaveTextContent('Role: User → Admin')
  expect(changed).toHaveTextContent('127.0.0.1')
  expect(changed).toHaveTextContent(new RegExp(anyTime))
  expect(screen.getByText('6 entries')).toBeInTheDocument()
  expect(document.title).toBe('Audit Log · SMPW Dashboard')

  await user.selectOptions(screen.getByLabelText('Action'), 'session.failed')
  expect(await screen.findByText('2 entries')).toBeInTheDocument()
  expect((await rows('nobody-here'))[0]).toHaveTextContent('Reason: wrong username or password')
  expect(await rows('Changed a user')).toEqual([])
  await user.type(screen.getByRole('searchbox', { name: 'Search the audit log' }), 'NOBODY')
  expect(await screen.findByText('1 entry')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('6 entries')).toBeInTheDocument()

  await user.selectOptions(screen.getByLabelText('Person'), admin.user.id)
  expect(await screen.findByText('4 entries')).toBeInTheDocument()
  expect(await rows('Switched auto-sync')).toHaveLength(2)
  expect(await rows('Failed to sign in')).toEqual([])
  await user.type(screen.getByLabelText('To'), '2020-01-01')
  expect(await screen.findByText('No entries match.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('6 entries')).toBeInTheDocument()
  expect(screen.getByLabelText('To')).toHaveValue('')
})

test('a log of several pages can be paged back and forth', async () => {
  const { admin } = await startWithActions({ switches: 62 })
  const user = await openPage('/admin/audit', admin)
  await table()
  await user.selectOptions(screen.getByLabelText('Action'), 'auto-sync.update')
  expect(await screen.findByText('1–50 of 62 entries')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Newer' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Older' }))
  expect(await screen.findByText('51–62 of 62 entries')).toBeInTheDocument()
  await waitFor(async () => expect(await rows('Switched auto-sync')).toHaveLength(12))
  expect(screen.getByRole('button', { name: 'Older' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Newer' }))
  expect(await screen.findByText('1–50 of 62 entries')).toBeInTheDocument()
})

test('loading, failed, and then the log', async () => {
  const { server, admin } = await startWithActions()
  server.hold(listAuditEntries)
  await openPage('/admin/audit', admin)
  expect(await screen.findByText('Loading the audit log...')).toBeInTheDocument()
  const refused = server.refuse(listAuditEntries, 503, 'The database is busy. Try again.')
  const user = await openPage('/admin/audit', admin)
  expect(await screen.findByText('Failed to load the audit log')).toBeInTheDocument()
  expect(screen.getByText('The database is busy. Try again.')).toBeInTheDocument()
  refused.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows('Changed a user')).toHaveLength(1)
  expect(screen.queryByText('Failed to load the audit log')).not.toBeInTheDocument()
})

test('says why an export failed', async () => {
  const { server, admin } = await startWithActions()
  const user = await openPage('/admin/audit', admin)
  await table()
  server.refuse(exportAudit, 503, 'The database is busy. Try again.')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await expectToast('Export Failed', 'The database is busy. Try again.')
})
