import { versionHeader } from '@dashboard/contract/health'
import { listJobs } from '@dashboard/contract/jobs'
import { listNoticeChannels } from '@dashboard/contract/notices'
import { getSystem } from '@dashboard/contract/system'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectPagesWhole } from '../specified-pages.ts'

/**
 * A newer server sends fields and words that this page does not know. What it can show, it shows. That a page asks to be
 * loaded again when it needs something that is gone is in e2e/conditions/two-versions.spec.ts.
 */

type Called = { path: string }

/** Opens a page of a server whose answer to one call is changed, whatever the contract says. */
async function openOfNewer(address: string, { path }: Called, change: (answer: never) => unknown) {
  const server = await startPageServer()
  const admin = await server.as('admin')
  const send = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await send(url, init)
    if (url.split('?')[0] !== path) return response
    return Response.json(change((await response.json()) as never))
  })
  await openPage(address, admin)
}

test('a channel that this page does not know is listed, and can be tested', async () => {
  await openOfNewer(
    '/admin/monitoring',
    listNoticeChannels,
    ({ channels: [first] }: { channels: object[] }) => ({
      channels: [{ ...first, channel: 'pigeon', isConfigured: true, host: 'loft' }],
    }),
  )
  expect(await screen.findByRole('button', { name: 'Send a Test: pigeon' })).toBeInTheDocument()
})

test('a kind of data that this page does not know is named where removing it has failed', async () => {
  await openOfNewer('/admin/system', getSystem, (system: { retention: object }) => ({
    ...system,
    retention: {
      ...system.retention,
      lastRun: { at: '2026-11-20T12:00:00Z', removed: {}, failed: ['postcards'] },
      nextAt: '2026-11-21T12:00:00Z',
    },
  }))
  expect(await screen.findByText(/It failed for postcards/)).toBeInTheDocument()
})

/** Adds one field to each object. */
function addTo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addTo)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, each]) => [key, addTo(each)])
  return { ...Object.fromEntries(fields), addedLater: { since: 99 } }
}

test('fields that a newer server adds to its answers, and words for a job, break no page', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  const admin = await server.as('admin')
  const send = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await send(url, init)
    if (!response.headers.get('content-type')?.includes('json')) return response
    const answer = addTo(await response.json()) as Record<string, unknown>
    if (url.split('?')[0] === listJobs.path) {
      const [job, ...others] = answer.jobs as object[]
      const unknown = { id: 'unknown-1', type: 'audit-report', status: 'paused' }
      answer.jobs = [{ ...job, ...unknown, failureKind: 'weather' }, job, ...others]
    }
    const headers = { [versionHeader]: '99.0.0' }
    return Response.json(answer, { status: response.status, headers })
  })
  await expectPagesWhole(admin)
  await openPage('/dashboard/monitor', admin)
  expect(await screen.findByText('paused')).toBeInTheDocument()
  expect(screen.getByText('audit-report')).toBeInTheDocument()
})
