import { allEndpoints } from '@dashboard/contract/all-endpoints'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { localDay } from '@dashboard/contract/local-time'
import { expect, it } from 'vitest'
import type { startTestApp } from './app.ts'
import { wholeDatabase } from './limited.ts'

const versioned = allEndpoints.filter(({ versionedFor }) => versionedFor !== undefined)

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['as']>>

/** Opens two call lists, of circuits that the limited user sees. */
async function openCallLists(user: Caller): Promise<string[]> {
  const ids = []
  for (const place of ['NY-2', 'NY-10']) {
    const payload = { kind: 'circuit', place, day: localDay(Date.now()), timeSlot: 'Morning' }
    const response = await user.inject({ method: 'POST', url: '/api/call-lists', payload })
    expect(response.statusCode, response.body).toBe(200)
    ids.push(response.json().id)
  }
  return ids
}

/** Returns addresses of an endpoint: each input that it takes, with two values. */
function addressesOf({ path, query }: Endpoint, callLists: readonly string[]): string[] {
  const places = ['NY-2', 'NY-10'].map((circuit, index) =>
    path
      .replace(':name', circuit)
      .replace(':congregation', 'Central')
      .replace(':id', callLists[index] ?? ''),
  )
  const paths = [...new Set(places)]
  return query ? paths.flatMap((each) => [each, `${each}?limit=7`]) : paths
}

it('each answer with a tag has a different one for other input, another role or scope, and another person', async () => {
  const { app, limited } = await wholeDatabase()
  const admins = [await app.as('admin'), await app.as('admin')]
  const users = [await app.as('user'), await app.as('user')]
  const callLists = await openCallLists(users[0] as Caller)
  const seen = new Map<string, string>()
  expect(versioned.length).toBeGreaterThan(8)
  for (const endpoint of versioned) {
    for (const url of addressesOf(endpoint, callLists)) {
      const groups = {
        admin: admins,
        ...(endpoint.access !== 'admin' && { user: users }),
        ...(endpoint.access === 'user' && { limited: [limited] }),
      }
      for (const [group, callers] of Object.entries(groups)) {
        for (const [index, caller] of callers.entries()) {
          const { statusCode, headers } = await caller.inject({ url })
          const whose = endpoint.versionedFor === 'role' ? group : `${group} ${index}`
          expect([url, whose, statusCode]).toEqual([url, whose, 200])
          const tag = String(headers.etag)
          expect([tag, seen.get(tag) ?? `${url} ${whose}`]).toEqual([tag, `${url} ${whose}`])
          seen.set(tag, `${url} ${whose}`)
        }
      }
    }
  }
})
