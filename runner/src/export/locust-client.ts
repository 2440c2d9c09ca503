import { installation } from '@dashboard/contract/installation'
import { connectionReason } from '@dashboard/store/outside/connection-reasons'
import { isNetworkFailure, readRetryAfter } from '@dashboard/store/outside/http-answers'
import {
  type RequestLimits,
  retryWithBackoff,
  TransientFailure,
} from '@dashboard/store/outside/retry-with-backoff'
import type { LocustSettings } from '@dashboard/store/settings/settings-locust'
import { readContent } from './locust-content.ts'
import { describeLocustFailures, type LocustFailures } from './locust-failures.ts'
import type { VolunteerSource } from './volunteer-source.ts'
import { arrangeTable } from './volunteer-table.ts'

/** Locust may have to collect the data first. Four minutes are shorter than fetch's own limit of five, after which a request would be repeated. */
const locustLimits: RequestLimits = {
  answer: 240_000,
  tries: 5,
  firstWaitMs: 2_000,
  maxWaitMs: 120_000,
}

/** Returns a source that reads from Locust at the address of the settings; a check of these has shorter `limits`. */
export function openLocust(
  settings: LocustSettings,
  limits: RequestLimits = locustLimits,
): VolunteerSource {
  const { url, headers } = requestOf(settings)
  const failures = describeLocustFailures(url.host, limits.tries)
  return {
    name: `${installation.outsideSystem} at ${url.host}`,
    read({ log, onWait, count }, signal) {
      const readOnce = async () => {
        const timeout = AbortSignal.timeout(limits.answer)
        try {
          // A redirect to another host gets no Authorization header: fetch removes it.
          const both = AbortSignal.any([signal, timeout])
          const response = await fetch(url, { headers, signal: both })
          if (!response.ok) throw statusFailure(response, failures)
          const type = response.headers.get('content-type') ?? ''
          return await arrangeTable(readContent(type, response.body ?? [], failures), count)
        } catch (error) {
          signal.throwIfAborted()
          if (timeout.aborted) throw failures.tooSlow(limits.answer)
          if (!isNetworkFailure(error)) throw error
          const what = `${installation.outsideSystem} cannot be reached: ${connectionReason(error)}`
          throw new TransientFailure(what, failures.unreachable(error))
        }
      }
      return retryWithBackoff(readOnce, { limits, log, onWait, signal })
    },
  }
}

function statusFailure(response: Response, failures: LocustFailures): Error {
  const { status } = response
  if (status === 401 || status === 403) return failures.refused(status)
  if (status === 404) return failures.notFound()
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  const what = `${installation.outsideSystem} answered with ${status}`
  if (status === 429) return new TransientFailure(what, failures.busy(), retryAfterMs)
  if (status >= 500) {
    return new TransientFailure(what, failures.broken(status), retryAfterMs)
  }
  return failures.unexpected(status)
}

/**
 * Returns address and headers of a request. Credentials in the address become a header, since fetch refuses them there.
 */
function requestOf({ url: address, credentials }: LocustSettings) {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const basic = (name: string, secret: string) =>
    `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  const authorization =
    credentials.kind === 'bearer'
      ? `Bearer ${credentials.token}`
      : credentials.kind === 'basic'
        ? basic(credentials.username, credentials.password)
        : username && basic(decodeURIComponent(username), decodeURIComponent(password))
  const accept =
    'text/csv, application/json, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const headers: Record<string, string> = { accept, ...(authorization && { authorization }) }
  return { url, headers }
}
