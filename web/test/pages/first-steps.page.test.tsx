import { getAutomationStatus } from '@dashboard/contract/automation'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { recordExport, recordImport } from '@dashboard/store/automation-status'
import { nowIso } from '@dashboard/store/database/column-values'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAgain, openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'

/** Guide through a new installation, and what is told of sample data. */

const card = () => within(screen.getByRole('region', { name: 'First steps' }))
const link = (name: string) => screen.queryByRole('link', { name })

async function importSample(server: PageServer) {
  const metadata = { isSampleData: true }
  await recordImport(server.db, { source: 'the sample', metadata, at: nowIso() })
}

test('first steps lead from an empty dashboard to a first colleague, and disappear', async () => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  const user = await openPage('/dashboard/reports', admin)
  await user.click(await screen.findByRole('link', { name: 'First steps: 0 of 4 done' }))
  expect(location.pathname).toBe('/dashboard')
  await screen.findByRole('region', { name: 'First steps' })
  expect(card().getAllByRole('listitem')).toHaveLength(4)
  expect(card().queryByText('(done)')).toBeNull()
  expect(link('Make the first report')).toBeNull()
  expect(card().getByText('Make the first report')).toBeInTheDocument()
  expect(card().getByText('Possible after the first sync.')).toBeInTheDocument()
  expect(link('Add a colleague')).toHaveAttribute('href', '/admin/users')
  expect(link('Choose your data or sample data')).toHaveAttribute('href', '/dashboard/sync')
  await user.click(card().getByRole('link', { name: 'Run the first sync' }))
  expect(location.pathname).toBe('/dashboard/sync')

  await importSample(server)
  await openAgain('/dashboard')
  await waitFor(() => expect(card().getAllByText('(done)')).toHaveLength(2))
  expect(card().getByText('Sample data, for trying things out.')).toBeInTheDocument()
  expect(link('Make the first report')).toHaveAttribute('href', '/dashboard/reports')
  expect(link('Add a colleague')).toHaveAttribute('href', '/admin/users')
  expect(link('Run the first sync')).toBeNull()

  await server.as('user')
  await openAgain('/dashboard')
  await waitFor(() => expect(card().getAllByText('(done)')).toHaveLength(3))
  expect(link('Add a colleague')).toBeNull()
})

test('after the first sync one press leads from its page to the first report', async () => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  await openPage('/dashboard/sync', admin)
  await screen.findByRole('link', { name: 'First steps: 0 of 4 done' })
  expect(link('Make the first report')).toBeNull()
  await importSample(server)
  const user = await openAgain('/dashboard/sync')
  await user.click(await screen.findByRole('link', { name: 'Make the first report' }))
  expect(location.pathname).toBe('/dashboard/reports')
  await screen.findByRole('link', { name: 'First steps: 2 of 4 done' })
  expect(link('Make the first report')).toBeNull()
})

test('once all are done the steps are dismissed for good', async () => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  await openPage('/dashboard', admin)
  await screen.findByRole('region', { name: 'First steps' })
  const colleague = await server.as('admin')
  await fillCircuits(server, ['NY-1'])
  const user = await openAgain('/dashboard')
  const done = await screen.findByRole('region', { name: 'All set' })
  await waitFor(() => expect(within(done).getAllByText('(done)')).toHaveLength(4))
  expect(within(done).queryByRole('link')).toBeNull()
  expect(within(done).getByText('Your own volunteers are here.')).toBeInTheDocument()
  await user.click(within(done).getByRole('button', { name: 'Hide' }))
  expect(screen.queryByRole('region', { name: 'All set' })).toBeNull()
  await openAgain('/dashboard')
  expect(await screen.findByRole('heading', { name: 'Circuits' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'All set' })).toBeNull()

  // Another browser starts from the present state.
  await openPage('/dashboard', colleague)
  expect(await screen.findByRole('heading', { name: 'Circuits' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: /First steps|All set/ })).toBeNull()
})

test('the line of first steps goes once all are done', async () => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  await openPage('/dashboard/reports', admin)
  await screen.findByRole('link', { name: /^First steps: . of 4 done$/ })
  await server.as('admin')
  await fillCircuits(server, ['NY-1'])
  await openAgain('/dashboard/reports')
  await waitFor(() => expect(screen.queryByRole('link', { name: /^First steps/ })).toBeNull())
})

test('a user is shown no first steps', async () => {
  const server = await startPageServer()
  await openPage('/dashboard', await server.as('user'))
  expect(await screen.findByText('Nothing here yet')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  await openPage('/dashboard/sync', await server.as('user'))
  expect(await screen.findByText('Ready to run')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /First steps/ })).toBeNull()
})

test('the page waits for no answer about the first steps', async () => {
  const server = await startPageServer()
  server.hold(getAutomationStatus)
  await openPage('/dashboard/sync', await server.as('admin'))
  expect(await screen.findByRole('button', { name: 'Run' })).toBeEnabled()
})

test('sample data are named, with the way to real ones, until they are dismissed for today', async () => {
  const server = await startPageServer()
  await recordExport(server.db, { source: 'the sample', rows: 3_000, isSampleData: true })
  const admin = await server.as('admin')
  const user = await openPage('/dashboard/sync', admin)
  await user.click(await screen.findByText('These volunteers are invented'))
  expect(
    screen.getByText(/^Sample data, for trying things out\. Connect Locust to work/),
  ).toBeVisible()
  expect(screen.getByText(/^Set LOCUST_URL/)).not.toBeVisible()
  await user.click(screen.getByText('How to connect Locust'))
  expect(screen.getByText(/^Set LOCUST_URL/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Dismiss for today' }))
  expect(screen.queryByText('These volunteers are invented')).toBeNull()
  const asked = server.callsOf(getAutomationStatus).length
  await openAgain('/dashboard/reports')
  expect(await screen.findByRole('button', { name: 'Generate 0 Reports' })).toBeInTheDocument()
  await waitFor(() => expect(server.callsOf(getAutomationStatus).length).toBeGreaterThan(asked))
  await waitFor(() => expect(screen.getByRole('link', { name: /^First steps: / })).toBeVisible())
  expect(screen.queryByText('These volunteers are invented')).toBeNull()

  await openPage('/dashboard/reports', await server.as('user'))
  expect(await screen.findByText('These volunteers are invented')).toBeInTheDocument()
  expect(screen.getByText(/An administrator can connect Locust/)).toBeInTheDocument()
  expect(screen.queryByText('How to connect Locust')).toBeNull()
})

test('real volunteers are not called invented', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1'])
  await openPage('/dashboard', await server.as('admin'))
  expect(await screen.findByRole('heading', { name: 'Circuits' })).toBeInTheDocument()
  expect(screen.queryByText('These volunteers are invented')).toBeNull()
})
