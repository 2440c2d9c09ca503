import { allEndpoints } from '@dashboard/contract/all-endpoints'
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

type Caller = Awaited<ReturnType<AuditedServer['as']>>

/** Reads every answer with a tag. */
async function readAll({ inject }: Caller) {
  const answers = []
  for (const { path } of versioned) {
    const { headers, body } = await inject({ url: path })
    answers.push({ path, tag: String(headers.etag), body: JSON.parse(body) })
  }
  return answers
}

/** Makes a call, and checks that each answer that is 'not modified' afterwards is as it was before. */
async function expectUnchanged<T>(setup: AuditedServer, call: () => Promise<T>): Promise<T> {
  const { db, settings } = setup
  const caller = await setup.as('admin')
  const before = await readAll(caller)
  const answer = await call()
  // Read before the statuses, since a job that the call has started goes on meanwhile; from a second server on the same
  // database, which has prepared none yet.
  const fresh = await startTestApp({ db, settings })
  const after = await readAll(await fresh.as(caller.user))
  const bodies = (answers: typeof before, paths: string[]) =>
    answers.filter(({ path }) => paths.includes(path)).map(({ path, body }) => ({ path, body }))
  const unchanged: string[] = []
  for (const { path, tag } of before) {
    const { statusCode } = await caller.inject({ url: path, headers: { 'if-none-match': tag } })
    if (statusCode === 304) unchanged.push(path)
  }
  expect(bodies(after, unchanged)).toEqual(bodies(before, unchanged))
  return answer
}

test.each(Object.entries(auditScenarios))(
  'after %s no changed answer is still 304',
  async (_, change) => {
    const setup = await startAuditedServer()
    // Rows that a scenario writes beside the server are there by then.
    const call: AuditedServer['call'] = (...request) =>
      expectUnchanged(setup, () => setup.call(...request))
    await change({ ...setup, call })
  },
)
