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

/** A second server on the same database has prepared no answers yet. */
async function readAfresh({ db, settings, ada }: AuditedServer, url: string) {
  const { as } = await startTestApp({ db, settings })
  return (await (await as(ada.user)).inject({ url })).json()
}

test.each(Object.entries(auditScenarios))(
  '%s leaves no answer unchanged that it changes',
  async (_, change) => {
    const setup = await startAuditedServer()
    const before = []
    for (const { path } of versioned) {
      const { headers, statusCode } = await setup.call('GET', path)
      expect([path, statusCode]).toEqual([path, 200])
      before.push({ path, tag: String(headers.etag), body: await readAfresh(setup, path) })
    }
    await change(setup)
    for (const { path, tag, body } of before) {
      const { statusCode } = await setup.ada.inject({
        url: path,
        headers: { 'if-none-match': tag },
      })
      if (statusCode === 304) {
        expect({ path, body: await readAfresh(setup, path) }).toEqual({ path, body })
      }
    }
  },
)
