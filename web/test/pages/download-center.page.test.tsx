import { logout } from '@dashboard/contract/accounts'
import { syncJobsNow } from '@dashboard/contract/jobs'
import {
  deleteAllReports,
  deleteReport,
  deleteReports,
  downloadReport,
  downloadReports,
  listReports,
} from '@dashboard/contract/reports'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { storedReport } from '@dashboard/server/test/reports'
import { announceReportDeletion } from '@dashboard/store/reports/report-deletion'
import { runningRow, writeJobs } from '@dashboard/store/test/job-rows'
import { shownTime } from '@dashboard/store/test/shown-times'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The card Download Center: the list of reports, its order, search, filters and selection, deleting, and what fails.
 * Files and tabs are in e2e/journeys/reports.spec.ts.
 */

/** Each circuit has a report, an older version of it, and one of a congregation, which is out of date. */
async function startWithReports(...circuits: string[]) {
  const server = await startPageServer()
  await fillCircuits(server, circuits)
  const admin = await server.as('admin')
  return { server, admin }
}

async function openReports() {
  const { server, admin } = await startWithReports('NJ-1', 'NY-2', 'NY-10')
  await server.db.updateTable('reports').set({ size: 9e6 }).where('id', '=', 'NY-2-old').execute()
  const user = await openPage('/dashboard/reports', admin)
  await waitFor(() => expect(rows()).toHaveLength(9))
  return { server, admin, user }
}

const center = () => within(screen.getByRole('region', { name: 'Download Center' }))
const button = (name: string) => center().getByRole('button', { name })
const rows = () => {
  const list = center().queryByRole('list', { name: 'Reports' })
  return list ? within(list).getAllByRole('listitem') : []
}
const pick = (subject: string) =>
  center().getByRole('checkbox', { name: `Select report of ${subject}` })
const picks = () => center().queryAllByRole('checkbox')
const circuits = () => rows().map(({ textContent }) => /^[^ ]+?-\d+/.exec(textContent)?.[0])
const question = async () => within(await screen.findByRole('alertdialog'))
const three = (what: string) => [what, what, what]

test('each report shows its place, time and length, and whether it is still the newest', async () => {
  await openReports()
  const row = (subject: string) => pick(subject).closest('li')
  expect(row('NY-2')).toHaveTextContent('NY-2')
  expect(row('NY-2')).toHaveTextContent(`Generated ${shownTime('2026-11-20 08:00')}`)
  expect(row('NY-2')).toHaveTextContent('0.0 MB · 2 pages')
  expect(row('NY-2')).not.toHaveTextContent(/Older version|Out of date/)
  const older = row(`NY-2, older version of ${shownTime('2026-11-19 08:00')}`)
  expect(older).toHaveTextContent('Older version')
  expect(older).toHaveTextContent('8.6 MB')
  expect(row('NY-2, Central')).toHaveTextContent('Out of date')
  expect(row('NY-2, Central')).not.toHaveTextContent('Older version')
  expect(center().getAllByText('Older version')).toHaveLength(3)
  expect(center().getAllByText('Out of date')).toHaveLength(3)
  expect(center().getByText('9 reports')).toBeInTheDocument()
})

test('searches, sorts and filters', async () => {
  const { user } = await openReports()
  const choose = (label: string, option: string) =>
    user.selectOptions(center().getByRole('combobox', { name: label }), option)
  await choose('Sort reports', 'Name')
  await waitFor(() =>
    expect(circuits()).toEqual([...three('NJ-1'), ...three('NY-2'), ...three('NY-10')]),
  )
  await choose('Sort reports', 'Size largest first')
  await waitFor(() => expect(circuits()[0]).toBe('NY-2'))
  expect(rows()[0]).toHaveTextContent('8.6 MB')

  const search = center().getByRole('searchbox', { name: 'Search reports' })
  await user.type(search, 'ny-1')
  await waitFor(() => expect(circuits()).toEqual(three('NY-10')))
  expect(center().getByText('9 reports, 3 shown')).toBeInTheDocument()
  await user.clear(search)
  await user.type(search, 'CIRCUIT')
  await waitFor(() => expect(rows()).toHaveLength(6))
  await choose('Filter reports', 'newest')
  await waitFor(() => expect(circuits().toSorted()).toEqual(['NJ-1', 'NY-10', 'NY-2']))
  expect(center().queryByText('Older version')).not.toBeInTheDocument()
  await choose('Filter reports', 'stale')
  await user.clear(search)
  await waitFor(() => expect(center().getAllByText('Out of date')).toHaveLength(3))
  await choose('Filter reports', 'fresh')
  await waitFor(() => expect(center().queryByText('Out of date')).not.toBeInTheDocument())
  await user.type(search, 'central')
  expect(await center().findByText('No reports found')).toBeInTheDocument()
  await user.click(button('Show all reports'))
  await waitFor(() => expect(rows()).toHaveLength(9))
  expect(search).toHaveValue('')
})

test('the newest come first, and selected reports that are hidden are counted', async () => {
  const { user } = await openReports()
  const days = () =>
    center()
      .getAllByRole('listitem')
      .map(({ textContent }) => /Generated (Nov \d+), 2026/.exec(textContent)?.[1])
  const choose = (label: string, value: string) =>
    user.selectOptions(center().getByRole('combobox', { name: label }), value)
  const [newest, older, oldest] = ['Nov 20', 'Nov 19', 'Nov 18']
  await waitFor(() => expect(days()).toHaveLength(9))
  expect(days()).toEqual([...three(newest), ...three(older), ...three(oldest)])
  await choose('Sort reports', 'size')
  await waitFor(() => expect(days()[0]).toBe(older))
  await choose('Sort reports', 'date')
  await choose('Filter reports', 'stale')
  await waitFor(() => expect(days()).not.toContain(newest))
  expect(days()).toContain(oldest)
  await choose('Filter reports', 'fresh')
  await waitFor(() => expect(days()).toEqual(three(newest)))
  await user.click(center().getByRole('button', { name: 'Select All' }))
  expect(await center().findByText(/^3 reports selected/)).toBeInTheDocument()
  await user.type(center().getByRole('searchbox', { name: 'Search reports' }), 'NY-10')
  await waitFor(() => expect(days()).toHaveLength(1))
  expect(center().getByText(/^3 reports selected/)).toHaveTextContent(
    '3 reports selected (2 not shown)',
  )
  await user.click(center().getByRole('button', { name: 'Deselect All' }))
  expect(await center().findByText(/^0 reports selected/)).not.toHaveTextContent('not shown')
})

test('a link to the reports of a circuit begins with its name as the search', async () => {
  const { admin } = await startWithReports('NJ-1', 'NY-2')
  await openPage('/dashboard/reports?q=NY-2', admin)
  await waitFor(() => expect(circuits()).toEqual(three('NY-2')))
  expect(center().getByRole('searchbox')).toHaveValue('NY-2')
})

test('all reports shown can be selected, older versions too, and actions apply to the selected ones', async () => {
  const { user } = await openReports()
  for (const name of ['Deselect All', 'Download Archive', 'Delete Selected']) {
    expect(button(name)).toBeDisabled()
  }
  await user.click(button('Select All'))
  expect(await center().findByText('9 reports selected')).toBeInTheDocument()
  expect(button('Select All')).toBeDisabled()
  for (const name of ['Deselect All', 'Download Archive', 'Delete Selected']) {
    expect(button(name)).toBeEnabled()
  }
  await user.click(pick('NY-2'))
  expect(center().getByText('8 reports selected')).toBeInTheDocument()
  expect(button('Select All')).toBeEnabled()
  // Of those that a search leaves only some are selected.
  await user.type(center().getByRole('searchbox'), 'ny-2')
  expect(await center().findByText(/^8 reports selected/)).toHaveTextContent(
    '8 reports selected (6 not shown)',
  )
  await user.clear(center().getByRole('searchbox'))
  await user.click(button('Deselect All'))
  expect(await center().findByText('0 reports selected')).toBeInTheDocument()
  expect(picks().filter((box) => (box as HTMLInputElement).checked)).toEqual([])
  await user.click(pick('NY-2'))
  expect(center().getByText('1 report selected')).toBeInTheDocument()
})

test('asks before it deletes one, and leaves it where that is refused', async () => {
  const { server, user } = await openReports()
  const remove = button('Delete report of NJ-1')
  await user.click(remove)
  const dialog = await question()
  expect(dialog.getByText('Delete the report of NJ-1?')).toBeInTheDocument()
  expect(dialog.getByText('Are you sure you want to delete this report?')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(server.callsOf(deleteReport)).toEqual([])
  const agree = async () => {
    await user.click(button('Delete report of NJ-1'))
    await user.click((await question()).getByRole('button', { name: 'Delete report' }))
  }
  server.refuse(deleteReport, 500, 'Something broke. Try again.')
  await agree()
  await expectToast('Delete Failed', 'Something broke. Try again.')
  server.refuse(deleteReport, 500, '')
  await agree()
  await waitFor(() => expectToast('Delete Failed', 'Failed to delete report.'))
  expect(rows()).toHaveLength(9)
  server.restore(deleteReport)
  await agree()
  await expectToast('Report Deleted')
  await waitFor(() => expect(rows()).toHaveLength(8))
  expect(server.callsOf(deleteReport).at(-1)?.path).toBe('/api/reports/NJ-1-new')
  // The version before it is now the newest.
  expect(center().getAllByText('Older version')).toHaveLength(2)
})

test('asks before it deletes the selected, and then none are selected', async () => {
  const { server, user } = await openReports()
  await user.click(button('Select All'))
  await user.click(button('Delete Selected'))
  let dialog = await question()
  expect(
    dialog.getByText('Are you sure you want to delete 9 selected reports?'),
  ).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(center().getByText('9 reports selected')).toBeInTheDocument()
  await user.click(pick('NY-10'))
  const agree = async () => {
    await user.click(button('Delete Selected'))
    dialog = await question()
    await user.click(dialog.getByRole('button', { name: 'Delete 8 reports' }))
  }
  server.refuse(deleteReports, 500, 'Something broke. Try again.')
  await agree()
  await expectToast('Bulk Delete Failed', 'Something broke. Try again.')
  server.refuse(deleteReports, 500, '')
  await agree()
  await waitFor(() => expectToast('Bulk Delete Failed', 'Failed to delete reports.'))
  expect(center().getByText('8 reports selected')).toBeInTheDocument()
  server.restore(deleteReports)
  await agree()
  await expectToast('Reports Deleted')
  await waitFor(() => expect(circuits()).toEqual(['NY-10']))
  expect(center().getByText('0 reports selected')).toBeInTheDocument()
})

test('asks before it clears all', async () => {
  const { server, user } = await openReports()
  await user.click(pick('NY-2'))
  const agree = async () => {
    await user.click(button('Clear All'))
    const dialog = await question()
    const text = 'Are you sure you want to delete ALL 9 reports? This action cannot be undone.'
    expect(dialog.getByText(text)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Delete all 9 reports' }))
  }
  server.refuse(deleteAllReports, 500, 'Something broke. Try again.')
  await agree()
  await expectToast('Clear Failed', 'Something broke. Try again.')
  server.refuse(deleteAllReports, 500, '')
  await agree()
  await waitFor(() => expectToast('Clear Failed', 'Failed to clear all reports.'))
  expect(rows()).toHaveLength(9)
  server.restore(deleteAllReports)
  await agree()
  await expectToast('All Reports Cleared')
  // The dialog stays until the list was read again.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await center().findByText('No reports found')).toBeInTheDocument()
  expect(center().getByText('Reports that you generate appear here.')).toBeInTheDocument()
  expect(center().getByText('0 reports selected')).toBeInTheDocument()
  expect(button('Clear All')).toBeDisabled()
  expect(await server.db.selectFrom('reports').selectAll().execute()).toEqual([])
})

test.each([
  ['Delete Selected', 'Delete 9 reports'],
  ['Clear All', 'Delete all 9 reports'],
])('%s clears the selection, even if an older list still arrives', async (action, agreement) => {
  const { server, admin, user } = await openReports()
  const older = (await admin.inject({ url: '/api/reports' })).json()
  await user.click(button('Select All'))
  await user.click(button(action))
  server.answer(listReports, older)
  await user.click((await question()).getByRole('button', { name: agreement }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(button('Refresh'))
  await waitFor(() => expect(rows()).toHaveLength(9))
  expect(center().getByText('0 reports selected')).toBeInTheDocument()
})

test('the sign-in page of a network is not saved as a report', async () => {
  const { server, user } = await openReports()
  const page = 'A web page arrived instead of the file. Your network may want you to sign in.'
  server.answerPage(downloadReport, 200, 'OK')
  await user.click(button('Download PDF of NY-2'))
  await expectToast('Download Failed', `Failed to download report.${page}`)
  await user.click(pick('NY-2'))
  server.answerPage(downloadReports, 200, 'OK')
  await user.click(button('Download Archive'))
  await expectToast('Bulk Download Failed', `Failed to create bulk download.${page}`)
  expect(screen.queryByText(/Download Started/)).toBeNull()
})

test('says why nothing was downloaded, and keeps the selection', async () => {
  const { server, user } = await openReports()
  server.refuse(downloadReport, 500, 'Something broke. Try again.')
  await user.click(button('Download PDF of NY-2'))
  await expectToast('Download Failed', 'Something broke. Try again.')
  server.restore(downloadReport)
  await server.files.delete('reports/NY-2-new.pdf')
  await user.click(button('Download PDF of NY-2'))
  await waitFor(() => expectToast('Download Failed', 'missing from storage'))
  await user.click(pick('NY-2'))
  server.refuse(downloadReports, 500, 'Something broke. Try again.')
  await user.click(button('Download Archive'))
  await expectToast('Bulk Download Failed', 'Something broke. Try again.')
  server.refuse(downloadReports, 500, '')
  await user.click(button('Download Archive'))
  await waitFor(() => expectToast('Bulk Download Failed', 'Failed to create bulk download.'))
  expect(server.callsOf(downloadReports).map(({ body }) => body)).toEqual([
    { ids: ['NY-2-new'] },
    { ids: ['NY-2-new'] },
  ])
  expect(center().getByText('1 report selected')).toBeInTheDocument()
})

test('Refresh reloads the list, or says that it may be out of date', async () => {
  const { server, user } = await openReports()
  await server.db.deleteFrom('reports').where('id', '=', 'NY-2-old').execute()
  await storedReport(server, { circuit: 'NY-2' })
  await user.click(button('Refresh'))
  await expectToast('Refreshed', 'The list is up to date: 9 reports.')
  server.refuse(listReports, 500, 'Something broke. Try again.')
  await user.click(button('Refresh'))
  await expectToast('Refresh Failed', 'Something broke. Try again.')
  const old = 'This list cannot be refreshed right now. It may be out of date.'
  expect(await center().findByText(old)).toBeInTheDocument()
  expect(rows()).toHaveLength(9)
  server.refuse(listReports, 500, '')
  await user.click(button('Refresh'))
  await waitFor(() => expectToast('Refresh Failed', 'Failed to refresh reports.'))
  server.restore(listReports)
  await user.click(button('Refresh'))
  await waitFor(() => expectToast('Refreshed'))
  expect(center().queryByText(old)).not.toBeInTheDocument()
})

test('new reports are marked, and announced once', async () => {
  const { server, admin } = await startWithReports('NY-2')
  await writeJobs(server.db, runningRow({ type: 'circuit-report', targets: ['NY-2'] }))
  const timers = controlTimers()
  await openPage('/dashboard/reports', admin)
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(center().queryByText('New')).not.toBeInTheDocument()
  await storedReport(server, { circuit: 'NY-10', generatedAt: '2026-11-21T15:00:00.000Z' })
  await timers.pass(3_100)
  await waitFor(() => expect(circuits()[0]).toBe('NY-10'))
  expect(center().getAllByText('New')).toHaveLength(1)
  expect(screen.getByText('1 new report: NY-10').closest('[role=status]')).not.toBeNull()
  await timers.pass(3_100)
  expect(screen.getAllByText(/^1 new report/)).toHaveLength(1)
})

test('a browser whose storage is full still shows new reports', async () => {
  const { server, admin } = await startWithReports('NY-2')
  const user = await openPage('/dashboard/reports', admin)
  await waitFor(() => expect(rows()).toHaveLength(3))
  const stored = localStorage
  vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue({
    ...stored,
    getItem: (key) => stored.getItem(key),
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  await storedReport(server, { circuit: 'NY-10', generatedAt: '2026-11-21T15:00:00.000Z' })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(circuits()[0]).toBe('NY-10'))
})

test('the deletion of old reports is announced, with a button that saves only those', async () => {
  const { server, admin } = await startWithReports('NY-2')
  await server.db.transaction().execute((tx) =>
    announceReportDeletion(tx, {
      until: '2026-11-19T13:00:00.000Z',
      at: '2026-12-04T05:00:00.000Z',
    }),
  )
  const user = await openPage('/dashboard/reports', admin)
  expect(await center().findByText(/^2 old reports will be deleted/)).toHaveTextContent(
    '2 old reports will be deleted on Dec 4, 2026. Download what is still needed, or generate it again.',
  )
  server.refuse(downloadReports, 500, 'Something broke. Try again.')
  await user.click(button('Download Old Reports'))
  await expectToast('Bulk Download Failed', 'Something broke. Try again.')
  expect(server.callsOf(downloadReports).map(({ body }) => body)).toEqual([
    { ids: ['NY-2-old', 'NY-2-central'] },
  ])
  await user.click(button('Delete report of NY-2, Central'))
  await user.click((await question()).getByRole('button', { name: 'Delete report' }))
  expect(await screen.findByText(/^1 old report will be deleted/)).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Download Old Report' })).toBeInTheDocument()
})

test('the list loads, fails, and loads again; a failed list is not requested again by itself', async () => {
  const { server, admin } = await startWithReports('NY-2')
  server.hold(listReports)
  await openPage('/dashboard/reports', admin)
  expect(await screen.findByText('Loading reports...')).toBeInTheDocument()
  server.refuse(listReports, 503, 'The database is busy. Try again.')
  const before = server.callsOf(listReports).length
  const user = await openPage('/dashboard/reports', admin)
  expect(await screen.findByText('The reports could not be loaded')).toBeInTheDocument()
  expect(center().getByText('The database is busy. Try again.')).toBeInTheDocument()
  expect(await screen.findByRole('checkbox', { name: 'NY-2' })).toBeInTheDocument()
  expect(server.callsOf(listReports)).toHaveLength(before + 1)
  server.restore(listReports)
  await user.click(button('Try again'))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(screen.queryByText('The database is busy. Try again.')).not.toBeInTheDocument()
})

test('coming back to a list that failed loads it again', async () => {
  const { server, admin } = await startWithReports('NY-2')
  const refused = server.refuse(listReports, 503, 'The database is busy. Try again.')
  const user = await openPage('/dashboard/reports', admin)
  expect(await screen.findByText('The reports could not be loaded')).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeInTheDocument()
  refused.restore()
  await user.click(screen.getByRole('link', { name: 'Reports' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test.each([
  ['/dashboard/reports', 'Refresh', listReports],
  ['/dashboard/monitor', 'Refresh Status', syncJobsNow],
  ['/admin/monitoring', 'Sync Now', syncJobsNow],
] as const)('on %s no refresh succeeds with a session that has ended', async (path, name, sent) => {
  const { server, admin } = await startWithReports('NY-2')
  const user = await openPage(path, admin)
  const press = await screen.findByRole('button', { name })
  await waitFor(() => expect(press).toBeEnabled())
  await admin.inject({ method: logout.method, url: logout.path })
  const before = server.callsOf(sent).length
  await user.click(press)
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(server.callsOf(sent).length).toBeGreaterThan(before)
  await expectToast('Authentication expired. Please log in again.')
  expect(screen.queryByText(/Refreshed|up to date|Complete/)).not.toBeInTheDocument()
  expect(localStorage.getItem('session_token')).toBeNull()
})
