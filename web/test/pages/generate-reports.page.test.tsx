import { startCircuitReport, startCongregationReport } from '@dashboard/contract/reports'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** What is chosen on the reports page: the Generate card and the selection of the Download Center. */

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

test('nothing is generated of nothing', async () => {
  const { server, user } = await openReports()
  expect(generate()).toBeDisabled()
  await user.click(generate())
  expect(server.callsOf(startCircuitReport)).toHaveLength(0)
})

test('Select All ticks what the search leaves, and a change of the search keeps what is ticked', async () => {
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

test('a change of the type of report empties the choice', async () => {
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

test('says why nothing was generated, or that it was not, and keeps the choice', async () => {
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

test('reports are sorted and filtered as chosen, and what is selected but hidden is said', async () => {
  const { user } = await openReports()
  const center = within(screen.getByRole('region', { name: 'Download Center' }))
  const days = () =>
    center
      .getAllByRole('listitem')
      .map(({ textContent }) => /Generated (Nov \d+), 2026, 8:00 AM ET/.exec(textContent)?.[1])
  const choose = (label: string, value: string) =>
    user.selectOptions(center.getByRole('combobox', { name: label }), value)
  const [newest, older, oldest] = ['Nov 20', 'Nov 19', 'Nov 18']
  await waitFor(() => expect(days()).toHaveLength(9))
  const three = (day?: string) => [day, day, day]
  expect(days()).toEqual([...three(newest), ...three(older), ...three(oldest)])
  await choose('Sort reports', 'size')
  await waitFor(() => expect(days()[0]).toBe(older))
  await choose('Sort reports', 'date')
  await choose('Filter reports', 'stale')
  await waitFor(() => expect(days()).not.toContain(newest))
  expect(days()).toContain(oldest)
  await choose('Filter reports', 'fresh')
  await waitFor(() => expect(days()).toEqual(three(newest)))
  await user.click(center.getByRole('button', { name: 'Select All' }))
  expect(await center.findByText(/^3 reports selected/)).toBeInTheDocument()
  await user.type(center.getByRole('searchbox', { name: 'Search reports' }), 'NY-10')
  await waitFor(() => expect(days()).toHaveLength(1))
  expect(center.getByText(/^3 reports selected/)).toHaveTextContent(
    '3 reports selected (2 not shown)',
  )
  await user.click(center.getByRole('button', { name: 'Deselect All' }))
  expect(await center.findByText(/^0 reports selected/)).not.toHaveTextContent('not shown')
})
