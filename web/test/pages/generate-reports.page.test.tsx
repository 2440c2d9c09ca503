import {
  getLookupOptions,
  startCircuitReport,
  startCongregationReport,
} from '@dashboard/contract/reports'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { runningRow, writeJobs } from '@dashboard/store/test/job-rows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The card Generate Reports: what is chosen, what is sent, and what is said. The other card is in
 * download-center.page.test.tsx.
 */

async function openReports() {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2', 'NY-10'])
  await server.db.updateTable('reports').set({ size: 9e6 }).where('id', '=', 'NY-2-old').execute()
  const user = await openPage('/dashboard/reports', await server.as('admin'))
  await screen.findByRole('checkbox', { name: 'NY-10' })
  return { server, user }
}

const generate = () => screen.getByRole('button', { name: /^Generate/ })
const kind = () => screen.getByRole('combobox', { name: 'Report type' })
const choice = (name: string) => within(screen.getByRole('group', { name }))

test('without a choice, Generate is disabled', async () => {
  const { server, user } = await openReports()
  expect(generate()).toBeDisabled()
  await user.click(generate())
  expect(server.callsOf(startCircuitReport)).toHaveLength(0)
})

test('Select All ticks what the search shows, and a change of the search unticks nothing', async () => {
  const { server, user } = await openReports()
  const circuits = choice('Circuits')
  await user.type(circuits.getByRole('searchbox'), '1')
  await waitFor(() => expect(circuits.queryByRole('checkbox', { name: 'NY-2' })).toBeNull())
  await user.click(circuits.getByRole('button', { name: 'Select All' }))
  expect(circuits.getByRole('button', { name: 'Select All' })).toBeDisabled()
  expect(screen.getByText('2 circuits selected')).toBeInTheDocument()
  await user.clear(circuits.getByRole('searchbox'))
  expect(await circuits.findByRole('checkbox', { name: 'NY-2' })).not.toBeChecked()
  expect(circuits.getByRole('checkbox', { name: 'NY-1' })).toBeChecked()
  await user.click(generate())
  await expectToast('Reports Generating', '2')
  expect(server.callsOf(startCircuitReport).map(({ body }) => body)).toEqual([
    { circuits: ['NY-1', 'NY-10'] },
  ])
  await waitFor(() => expect(screen.getByText('0 circuits selected')).toBeInTheDocument())
  expect(generate()).toBeDisabled()
})

test('a change of the report type clears the choice', async () => {
  const { server, user } = await openReports()
  await user.click(screen.getByRole('checkbox', { name: 'NY-1' }))
  expect(screen.getByText('1 circuit selected')).toBeInTheDocument()
  await user.selectOptions(kind(), 'congregation')
  expect(screen.getByText('0 congregations selected')).toBeInTheDocument()
  await user.click(await screen.findByRole('checkbox', { name: 'Park of NY-2' }))
  await user.selectOptions(kind(), 'circuit')
  expect(screen.getByText('0 circuits selected')).toBeInTheDocument()
  expect(await screen.findByRole('checkbox', { name: 'NY-1' })).not.toBeChecked()
  await user.selectOptions(kind(), 'congregation')
  expect(await screen.findByRole('checkbox', { name: 'Park of NY-2' })).not.toBeChecked()
  expect(server.callsOf(startCongregationReport)).toHaveLength(0)
})

test('a circuit ticks its congregations, and is ticked in part with some of them', async () => {
  const { server, user } = await openReports()
  await user.selectOptions(kind(), 'congregation')
  await user.click(screen.getByRole('switch', { name: /Bulk Select by Circuits/ }))
  await user.click(choice('Circuits').getByRole('checkbox', { name: 'NY-2' }))
  expect(screen.getByText('2 congregations selected')).toBeInTheDocument()
  await user.click(screen.getByRole('checkbox', { name: 'Central (NY-2)' }))
  expect(screen.getByText('1 congregation selected')).toBeInTheDocument()
  expect(choice('Circuits').getByRole('checkbox', { name: 'NY-2' })).toBePartiallyChecked()
  await user.click(generate())
  await expectToast('Reports Generating', '1')
  expect(server.callsOf(startCongregationReport).map(({ body }) => body)).toEqual([
    { congregations: ['Park of NY-2'] },
  ])
})

test('says why nothing was generated, or that nothing was, and keeps the selection', async () => {
  const { server, user } = await openReports()
  await user.click(screen.getByRole('checkbox', { name: 'NY-1' }))
  server.refuse(startCircuitReport, 409, 'Too many jobs.')
  await user.click(generate())
  await expectToast('Generation Failed', 'Too many jobs.')
  server.refuse(startCircuitReport, 500, '')
  await user.click(generate())
  await waitFor(() => expectToast('Generation Failed', 'Failed to generate reports.'))
  expect(screen.getByRole('checkbox', { name: 'NY-1' })).toBeChecked()
  server.hold(startCircuitReport)
  await user.click(generate())
  await user.click(generate())
  expect(generate()).toHaveAttribute('aria-disabled', 'true')
  expect(server.callsOf(startCircuitReport)).toHaveLength(3)
})

test('a choice of another type is kept when the reports of the first type have been ordered', async () => {
  const { server, user } = await openReports()
  await user.click(screen.getByRole('checkbox', { name: 'NY-1' }))
  const { release } = server.hold(startCircuitReport)
  await user.click(generate())
  await user.selectOptions(kind(), 'congregation')
  await user.click(await screen.findByRole('checkbox', { name: 'Park of NY-1' }))
  expect(screen.getByText('1 congregation selected')).toBeInTheDocument()
  release()
  await expectToast('Reports Generating')
  expect(screen.getByText('1 congregation selected')).toBeInTheDocument()
})

test('Clear All unticks what the search shows, and Only selected shows what is ticked', async () => {
  const { user } = await openReports()
  const circuits = choice('Circuits')
  const search = circuits.getByRole('searchbox')
  await user.click(circuits.getByRole('button', { name: 'Select All' }))
  expect(screen.getByText('3 circuits selected')).toBeInTheDocument()
  await user.type(search, 'ny-1')
  await waitFor(() => expect(circuits.getAllByRole('checkbox')).toHaveLength(2))
  await user.click(circuits.getByRole('button', { name: 'Clear All' }))
  expect(screen.getByText('1 circuit selected')).toBeInTheDocument()
  await user.type(search, ' nowhere')
  expect(await circuits.findByText('Nothing matches "ny-1 nowhere".')).toBeInTheDocument()
  await user.click(circuits.getByRole('button', { name: 'Clear search' }))
  expect(await circuits.findByRole('checkbox', { name: 'NY-2' })).toBeChecked()

  const onlySelected = () => circuits.getByRole('button', { name: 'Only selected' })
  await user.click(circuits.getByRole('checkbox', { name: 'NY-10' }))
  await user.click(onlySelected())
  await waitFor(() => expect(circuits.getAllByRole('checkbox')).toHaveLength(2))
  // What is unticked now stays in view.
  await user.click(circuits.getByRole('checkbox', { name: 'NY-10' }))
  expect(circuits.getByRole('checkbox', { name: 'NY-10' })).not.toBeChecked()
  await user.click(onlySelected())
  await waitFor(() => expect(circuits.getAllByRole('checkbox')).toHaveLength(3))
})

test('all circuits of a search tick their congregations, in addition to those ticked by hand', async () => {
  const { user } = await openReports()
  await user.selectOptions(kind(), 'congregation')
  expect(choice('Congregations').getAllByRole('checkbox')).toHaveLength(6)
  await user.click(screen.getByRole('switch', { name: /Bulk Select by Circuits/ }))
  const circuits = choice('Circuits')
  const congregations = choice('Congregations (Auto-selected from circuits + Manual selections)')
  const [first] = circuits.getAllByRole('listitem')
  expect(first).toHaveTextContent('NY-12 congregations')
  await user.type(circuits.getByRole('searchbox'), 'ny-1')
  await waitFor(() => expect(circuits.getAllByRole('checkbox')).toHaveLength(2))
  await user.click(congregations.getByRole('checkbox', { name: 'Park of NY-2' }))
  await user.click(circuits.getByRole('button', { name: 'Select All Circuits' }))
  expect(screen.getByText('5 congregations selected')).toBeInTheDocument()
  await user.click(circuits.getByRole('checkbox', { name: 'NY-10' }))
  expect(screen.getByText('3 congregations selected')).toBeInTheDocument()
  await user.click(circuits.getByRole('button', { name: 'Clear All Circuits' }))
  expect(screen.getByText('1 congregation selected')).toBeInTheDocument()
  await user.clear(circuits.getByRole('searchbox'))
  await waitFor(() =>
    expect(circuits.getByRole('checkbox', { name: 'NY-2' })).toBePartiallyChecked(),
  )
  await user.selectOptions(kind(), 'circuit')
  await user.selectOptions(kind(), 'congregation')
  expect(screen.getByRole('switch')).not.toBeChecked()
  expect(screen.getByText('0 congregations selected')).toBeInTheDocument()
})

test('a circuit without congregations is in the bulk list with 0, and cannot be ticked', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1'])
  await server.db.insertInto('circuits').values({ id: 'NY-2', name: 'NY-2' }).execute()
  const user = await openPage('/dashboard/reports', await server.as('admin'))
  await user.selectOptions(await screen.findByLabelText('Report type'), 'congregation')
  await user.click(await screen.findByRole('switch', { name: /Bulk Select by Circuits/ }))
  const circuits = choice('Circuits')
  const [, empty] = circuits.getAllByRole('listitem')
  expect(empty).toHaveTextContent('NY-20 congregations')
  expect(circuits.getByRole('checkbox', { name: 'NY-2' })).toBeDisabled()
  await user.click(circuits.getByRole('button', { name: 'Select All Circuits' }))
  expect(screen.getByText('2 congregations selected')).toBeInTheDocument()
  expect(circuits.getByRole('button', { name: 'Select All Circuits' })).toBeDisabled()
})

test('sends the names as they are shown, and says which the server does not know', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  const congregations = ['Central (NY-1)', 'Hill (NY-1)']
  server.answer(getLookupOptions, {
    circuits: ['NY-1'],
    congregations,
    circuitCongregationMap: { 'NY-1': congregations },
  })
  const user = await openPage('/dashboard/reports', await server.as('admin'))
  await user.selectOptions(await screen.findByLabelText('Report type'), 'congregation')
  for (const name of congregations) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(generate())
  await expectToast('Generation Failed', 'Hill (NY-1)')
  expect(server.callsOf(startCongregationReport).map(({ body }) => body)).toEqual([
    { congregations },
  ])
  expect(screen.getByRole('checkbox', { name: 'Hill (NY-1)' })).toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: 'Hill (NY-1)' }))
  await user.click(generate())
  await expectToast('Reports Generating', 'Started generating 1 congregation report(s)')
})

test('says what to do before there are any circuits, next to all controls', async () => {
  const server = await startPageServer()
  const user = await openPage('/dashboard/reports', await server.as('admin'))
  expect(await screen.findByText('No circuits yet')).toBeInTheDocument()
  expect(screen.getByText('0 circuits selected')).toBeInTheDocument()
  expect(generate()).toHaveTextContent('Generate 0 Reports')
  expect(generate()).toBeDisabled()
  for (const name of ['Select All', 'Clear All']) {
    expect(choice('Circuits').getByRole('button', { name })).toBeInTheDocument()
  }
  await user.type(choice('Circuits').getByRole('searchbox'), 'ny')
  await user.selectOptions(kind(), 'congregation')
  await user.click(screen.getByRole('switch', { name: /Bulk Select by Circuits/ }))
  for (const name of ['Select All Circuits', 'Clear All Circuits']) {
    expect(choice('Circuits').getByRole('button', { name })).toBeInTheDocument()
  }

  const center = within(screen.getByRole('region', { name: 'Download Center' }))
  expect(await center.findByText('No reports found')).toBeInTheDocument()
  expect(center.getByText('0 reports selected')).toBeInTheDocument()
  await user.type(center.getByRole('searchbox'), 'ny')
  expect(center.getByText('No reports found')).toBeInTheDocument()
  await user.selectOptions(center.getByRole('combobox', { name: 'Sort reports' }), 'Name')
  for (const name of [
    'Refresh',
    'Select All',
    'Deselect All',
    'Clear All',
    'Download Archive',
    'Delete Selected',
  ]) {
    expect(center.getByRole('button', { name })).toBeInTheDocument()
  }
  await user.click(screen.getByRole('link', { name: 'Go to Locust Sync' }))
  expect(location.pathname).toBe('/dashboard/sync')
})

test('says when circuits and congregations cannot be loaded, and tries again', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1'])
  const refused = server.refuse(getLookupOptions, 503, 'The database is busy. Try again.')
  const user = await openPage('/dashboard/reports', await server.as('admin'))
  const card = within(await screen.findByRole('region', { name: 'Generate Reports' }))
  expect(
    await card.findByText('Circuits and congregations could not be loaded'),
  ).toBeInTheDocument()
  expect(card.getByText('The database is busy. Try again.')).toBeInTheDocument()
  refused.restore()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByRole('checkbox', { name: 'NY-1' })).toBeInTheDocument()
  expect(card.queryByText('The database is busy. Try again.')).not.toBeInTheDocument()
})

test('shows the reports being made, and links to their jobs', async () => {
  const server = await startPageServer()
  await writeJobs(
    server.db,
    runningRow({ type: 'circuit-report', targets: ['NY-10', 'NY-2'], progress: 50 }),
    runningRow({ type: 'export', step: 'Reading volunteers' }),
  )
  const user = await openPage('/dashboard/reports', await server.as('admin'))
  const card = within(await screen.findByRole('region', { name: 'Generate Reports' }))
  expect(await card.findByText(/Making report 7 of 40: NY-10/)).toHaveTextContent(
    'Circuit report: Making report 7 of 40: NY-10',
  )
  expect(card.getByText('50%')).toBeInTheDocument()
  expect(card.queryByText(/Reading volunteers/)).not.toBeInTheDocument()
  await user.click(card.getByRole('link', { name: 'Follow in Monitor' }))
  expect(location.pathname).toBe('/dashboard/monitor')
})
