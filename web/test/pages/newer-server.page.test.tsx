import { listNoticeChannels } from '@dashboard/contract/notices'
import { getSystem } from '@dashboard/contract/system'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/**
 * A newer server sends words that this page does not know. What it can show, it shows; whole answers of another version
 * are in e2e/conditions/two-versions.spec.ts.
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
