import { allEndpoints } from '@dashboard/contract/all-endpoints'
import type { UserRow } from '@dashboard/store/database/schema'
import { expect, test } from 'vitest'
import { startTestApp } from './app.ts'
import { auditScenarios } from './audited-endpoints.ts'
import { type AuditedServer, startAuditedServer } from './audited-server.ts'

/**
 * An answer with a tag names the kinds of data that it reads. One that is left out shows nowhere but in a 304 for
 * something that has changed, so each call that changes something is made between two readings.
 */

const versioned = allEndpoints.filter(
  ({ versionedFor, path }) => versionedFor !== undefined && !path.includes(':'),
)

/** Reads every answer with a tag from a second server on the same database, which has prepared none yet. */
async function readAfresh({ db, settings }: AuditedServer, user: UserRow) {
  const { as } = await startTestApp({ db, settings })
  const { inject } = await as(user)
  const bodies = []
  for (const { path } of versioned)
    bodies.push({ path, body: (await inject({ url: path })).json() })
  return bodies
}

/** Makes a call, and checks that each answer that is 'not modified' afterwards is as it was before. */
async function expectUnchanged<T>(setup: AuditedServer, call: () => Promise<T>): Promise<T> {
  const { inject, user } = await setup.as('admin')
  const tags = []
  for (const { path } of versioned) tags.push(String((await inject({ url: path })).headers.etag))
  const before = await readAfresh(setup, user)
  const answer = await call()
  // Read before the statuses, since a job that the call has started goes on meanwhile.
  const after = await readAfresh(setup, user)
  const statuses: number[] = []
  for (const [index, { path }] of versioned.entries()) {
    const headers = { 'if-none-match': tags[index] ?? '' }
    statuses.push((await inject({ url: path, headers })).statusCode)
  }
  const unchanged = (bodies: typeof before) => bodies.filter((_, index) => statuses[index] === 304)
  expect(unchanged(after)).toEqual(unchanged(before))
  return answer
}

test.each(Object.entries(auditScenarios))(
  '%s leaves no answer unchanged that it changes',
  async (_, change) => {
    const setup = await startAuditedServer()
    // Rows that a scenario writes beside the server are there by then.
    const call: AuditedServer['call'] = (...request) =>
      expectUnchanged(setup, () => setup.call(...request))
    await change({ ...setup, call })
  },
)
