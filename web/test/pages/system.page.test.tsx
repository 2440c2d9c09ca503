import { getSystem, SystemState } from '@dashboard/contract/system'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/**
 * The page that describes the state of the system in words. Each sentence is in system-words.test.ts, how it looks in
 * e2e/accessibility/settings.spec.ts.
 */

async function startWithData() {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1'])
  return { server, admin: await server.as('admin') }
}

const card = (name: string) => screen.getByRole('region', { name })
const findCard = (name: string) => screen.findByRole('region', { name })

test('shows the state of everything', async () => {
  const { admin } = await startWithData()
  await openPage('/admin/system', admin)
  expect(await findCard('Data')).toHaveTextContent('Last import: ')
  expect(card('Storage')).toHaveTextContent('3 reports, ')
  expect(card('Storage')).toHaveTextContent('The database (SQLite) takes ')
  expect(card('Backups')).toHaveTextContent('No backup has been made yet.')
  expect(card('What is removed')).toHaveTextContent('reports forever')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'GitHub' })).not.toBeInTheDocument()
  expect(screen.getByText('Version 0.0.0-test')).toBeInTheDocument()
  expect(document.title).toMatch(/System · SMPW Dashboard$/)
})

test('names what is wrong, and links to where it can be solved', async () => {
  const { server, admin } = await startWithData()
  const { method, path } = getSystem
  const well = SystemState.parse((await admin.inject({ method, url: path })).json())
  const since = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
  server.answer(getSystem, {
    ...well,
    problems: ['The disk of the server is almost full: about 100 MiB are left.'],
    jobs: {
      active: [{ type: 'circuit-report', status: 'queued', jobs: 3, since }],
      failedLastDay: [{ type: 'import', kind: 'other', jobs: 2 }],
      triesLostLastDay: 5,
      longestWaitSeconds: 90,
    },
    github: { requestsLeft: 120 },
    backup: { lastAt: since, ageSeconds: null, hasFailed: true, isScheduled: true },
    channels: [
      { channel: 'email', waiting: 4, failure: { message: 'The server refused.', at: since } },
    ],
  })
  const user = await openPage('/admin/system', admin)
  expect(await screen.findByRole('alert')).toHaveTextContent('almost full')
  expect(card('Jobs')).toHaveTextContent(
    'Problem: 3 circuit report jobs waiting, the oldest since 3 hours ago.',
  )
  expect(card('Jobs')).toHaveTextContent('Problem: 5 runners ended before the job did')
  expect(card('Backups')).toHaveTextContent('The last try failed')
  expect(card('Messages')).toHaveTextContent('The server refused. 4 unsent messages.')
  expect(card('GitHub')).toHaveTextContent('120 more requests')
  const [toMonitor] = within(card('Jobs')).getAllByRole('link', { name: 'Monitor' })
  if (!toMonitor) throw new Error('The jobs lead nowhere')
  await user.click(toMonitor)
  expect(location.pathname).toBe('/dashboard/monitor')
})

test('fails and recovers, then is read again every 15 seconds', async () => {
  const { server, admin } = await startWithData()
  const refused = server.refuse(getSystem, 503, 'The database is busy.')
  const timers = controlTimers()
  const user = await openPage('/admin/system', admin)
  expect(await screen.findByText('The state of the system cannot be shown')).toBeInTheDocument()
  expect(screen.getByText('The database is busy.')).toBeInTheDocument()
  refused.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findCard('Requests')).toBeInTheDocument()
  expect(screen.queryByText('The database is busy.')).not.toBeInTheDocument()

  const calls = () => server.callsOf(getSystem).length
  const before = calls()
  await timers.pass(14_000)
  expect(calls()).toBe(before)
  server.refuse(getSystem, 503, 'The database is busy.')
  await timers.pass(1_500)
  const old = 'This page cannot be refreshed right now. It may be out of date.'
  expect(await screen.findByText(old)).toBeInTheDocument()
  expect(calls()).toBe(before + 1)
  expect(card('Requests')).toBeInTheDocument()
  server.restore(getSystem)
  await timers.pass(15_100)
  await waitFor(() => expect(screen.queryByText(old)).not.toBeInTheDocument())
})
