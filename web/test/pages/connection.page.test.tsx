import { listUsers } from '@dashboard/contract/accounts'
import { getHealth } from '@dashboard/contract/health'
import { failedRow, writeJobs } from '@dashboard/store/test/job-rows'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PageBoundary } from '../../src/shell/page-boundary.tsx'
import { jobRowOf } from '../job-rows.ts'
import { controlTimers, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/** Pages without a connection, and with a wrong clock. A whole page off line is in e2e/journeys/shell.spec.ts. */

function Missing(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/users-page.js')
}

function openMissingPage() {
  onTestFinished(cleanup)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const client = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false } },
  })
  render(
    <QueryClientProvider client={client}>
      <PageBoundary resetKey="users">
        <Missing />
      </PageBoundary>
    </QueryClientProvider>,
  )
}

test('a page whose code cannot be loaded without a connection says so, and opens by itself', async () => {
  const server = await startPageServer()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const { pass } = controlTimers()
  const { restore } = server.disconnect(getHealth)
  openMissingPage()
  expect(await screen.findByText('There is no connection.')).toBeInTheDocument()
  expect(screen.queryByText('This page cannot be shown.')).toBeNull()
  await pass(15_000)
  expect(server.callsOf(getHealth)).toHaveLength(4)
  expect(reload).not.toHaveBeenCalled()
  restore()
  await pass(5_000)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a page that cannot be shown although the server answers is not loaded again by itself', async () => {
  const server = await startPageServer()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const { pass } = controlTimers()
  openMissingPage()
  expect(await screen.findByText('This page cannot be shown.')).toBeInTheDocument()
  await pass(30_000)
  expect(server.callsOf(getHealth)).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
})

test('what could not be loaded off line is loaded once the device is back on line', async () => {
  const server = await startPageServer()
  const { restore } = server.disconnect(listUsers)
  await openPage('/admin/users', await server.as('admin'))
  expect(await screen.findByText('Failed to load users')).toBeInTheDocument()
  act(() => void dispatchEvent(new Event('offline')))
  restore()
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByRole('table', { name: 'Users' })).toBeInTheDocument()
})

test.each([
  ['fast', -2],
  ['slow', 2],
])(
  'times are relative to the clock of the server where that of the device is %s',
  async (_, hours) => {
    const server = await startPageServer()
    const serverMs = Date.now() + hours * 3_600_000
    const at = new Date(serverMs - 3.5 * 60_000).toISOString()
    const job = failedRow({ completedAt: at })
    await writeJobs(server.db, job)
    const admin = await server.as('admin')
    const send = fetch
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      const response = await send(...request)
      response.headers.set('date', new Date(serverMs).toUTCString())
      return response
    })
    await openPage('/dashboard/monitor', admin)
    await vi.waitFor(() => expect(jobRowOf(job.id)).toHaveTextContent(/Ended 3 minutes ago/))
  },
)
