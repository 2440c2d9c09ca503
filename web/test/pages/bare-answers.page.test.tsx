import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { hashOfRightPassword } from '@dashboard/server/test/login'
import { activeUser } from '@dashboard/server/test/users'
import { runningRow, writeJobs } from '@dashboard/store/test/job-rows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { specifiedAnswers } from '../specified-answers.ts'
import { expectPagesWhole, expectWhole } from '../specified-pages.ts'
import { expectToast } from '../toasts.ts'

/**
 * A server that knows the specification and nothing else: its answers hold only the fields that the specification names,
 * and it has no other calls. Every page is shown, and its main action works.
 */

/** What the specification says of answers to calls that change something; it names no field of the others. */
const answersToChanges = {
  login: { token: '' },
  updateProfile: { token: '', message: '' },
  changePassword: { message: '' },
  createUser: { message: '' },
  updateUser: { message: '' },
  setUserPassword: { message: '' },
  deleteUser: { message: '' },
  startExport: { jobId: '' },
  importSheet: { rowCount: 0, circuitsCount: 0 },
  cancelAllJobs: { message: '' },
  syncJobsNow: { success: true, message: '', updated: 0 },
  syncJobs: { success: true, updated: 0 },
  setAutoSync: { message: '' },
  updateBrandSettings: specifiedAnswers.getBrandSettings,
  requestLogoUpload: { uploadUrl: '', logoId: '' },
  deleteLogo: { message: '' },
}
const withoutFields = [
  'logout',
  'startExportAndImport',
  'startCircuitReport',
  'startCongregationReport',
  'cancelJob',
  'clearCompletedJobs',
  'deleteReport',
  'deleteReports',
  'deleteAllReports',
  'uploadLogo',
  'confirmLogoUpload',
  'setLogoStatus',
]
const samples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(withoutFields.map((name) => [name, {}])),
  ...answersToChanges,
  ...specifiedAnswers,
}
/** Their keys are names of circuits or roles of colors, and stay. */
const maps = ['circuitCongregationMap', 'colors']

/** Returns of an answer only what the sample has. */
function bare(answer: unknown, sample: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((item) => bare(item, (sample as unknown[])[0]))
  if (!isObject(answer) || !isObject(sample)) return answer
  const fields = Object.entries(answer).filter(([key]) => key in sample)
  return Object.fromEntries(
    fields.map(([key, value]) => [key, maps.includes(key) ? value : bare(value, sample[key])]),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function endpointAt(method: string, address: string) {
  const path = address.split('?')[0] ?? ''
  const matching = allEndpoints.filter(
    (each) =>
      each.method === method && new RegExp(`^${each.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  return matching.find((each) => each.path === path) ?? matching[0]
}

async function startBareServer(data: 'empty' | 'full') {
  const server = await startPageServer()
  if (data === 'full') await fillCircuits(server, ['NY-1', 'NY-2'])
  const admin = await server.as('admin')
  const send = fetch
  const ask = async (address: string, init: RequestInit = {}) => {
    const name = endpointAt(init.method ?? 'GET', address)?.name ?? ''
    if (!(name in samples)) return Response.json({ message: 'Not Found' }, { status: 404 })
    const response = await send(address, init)
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response
    return Response.json(bare(await response.json(), samples[name]), { status: response.status })
  }
  vi.stubGlobal('fetch', ask)
  return { ...server, admin }
}

const press = (name: string) => screen.findByRole('button', { name })

test.each(['empty', 'full'] as const)('each page is shown where data are %s', async (data) => {
  const { admin } = await startBareServer(data)
  await expectPagesWhole(admin)
})

test('the login page signs in', async () => {
  const server = await startBareServer('full')
  await activeUser(server.db, { username: 'ada', password: hashOfRightPassword })
  const user = await openPage('/login')
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'right password')
  await user.click(await press('Login'))
  await expectToast('Welcome back!')
  expect(await screen.findByRole('heading', { name: 'Download Center' })).toBeInTheDocument()
})

test('the sync page starts a sync', async () => {
  const server = await startBareServer('empty')
  const user = await openPage('/dashboard/sync', server.admin)
  await user.click(await press('Run'))
  await expectToast('Export + Import Started')
})

test('the monitor cancels a job', async () => {
  const server = await startBareServer('empty')
  await writeJobs(server.db, runningRow())
  const user = await openPage('/dashboard/monitor', server.admin)
  await user.click(await press('Cancel Job'))
  await expectToast('Job Cancelled')
})

test('the reports page generates reports and deletes one', async () => {
  const server = await startBareServer('full')
  const user = await openPage('/dashboard/reports', server.admin)
  await user.click(await screen.findByRole('checkbox', { name: 'NY-1' }))
  await user.click(await press('Generate 1 Report'))
  await expectToast('Reports Generating', 'Started generating 1 circuit report')
  const [first] = await screen.findAllByRole('button', { name: /^Delete report/ })
  if (!first) throw new Error('A report is there')
  await user.click(first)
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete report' }))
  await expectToast('Report Deleted')
})

test('the profile is saved', async () => {
  const server = await startBareServer('full')
  const user = await openPage('/profile', server.admin)
  await user.type(await screen.findByLabelText('First Name'), 'x')
  await user.click(await press('Save Changes'))
  await expectToast('Profile Updated')
})

test('a user is edited', async () => {
  const server = await startBareServer('full')
  const user = await openPage('/admin/users', server.admin)
  const [actions] = await screen.findAllByRole('button', { name: /^Actions/ })
  if (!actions) throw new Error('A user is there')
  await user.click(actions)
  await user.click(await screen.findByRole('menuitem', { name: 'Edit User' }))
  await user.type(await screen.findByLabelText('First Name'), 'x')
  await user.click(await press('Save Changes'))
  await expectToast('User Updated')
})

test('auto-sync is switched on', async () => {
  const server = await startBareServer('full')
  const user = await openPage('/admin/monitoring', server.admin)
  await user.click(await screen.findByRole('switch', { name: 'Auto-Sync' }))
  await expectToast('Auto-Sync Updated')
  expect(await screen.findByRole('switch', { name: 'Auto-Sync' })).toBeChecked()
})

test('a color of the brand is saved', async () => {
  const server = await startBareServer('full')
  const user = await openPage('/admin/branding', server.admin)
  const primary = await screen.findByRole('textbox', { name: /^Primary Actions/ })
  await user.clear(primary)
  await user.type(primary, '#123456')
  await user.click(await press('Save Changes'))
  await expectToast('Settings Saved')
})

test('a card, a link and a control whose call does not exist are left out', async () => {
  const server = await startBareServer('full')
  await openPage('/dashboard/sync', server.admin)
  await press('Run')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Notices/ })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Review changes first' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Schedule' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Import history' })).toBeNull()
  await openPage('/admin/monitoring', server.admin)
  await screen.findByText('Manual Controls')
  await waitFor(() => expect(screen.queryByText('System check')).toBeNull())
  expect(screen.queryByText('Messages')).toBeNull()
  expectWhole()
  await openPage('/dashboard', server.admin)
  expect(await screen.findByText('This server does not offer it')).toBeInTheDocument()
})
