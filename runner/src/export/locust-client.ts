import { setTimeout as sleep } from 'node:timers/promises'
import type { LocustSettings } from '@dashboard/store/settings'
import { isNetworkFailure, networkReason, readRetryAfter } from '../http-answers.ts'
import { readContent } from './locust-content.ts'
import { describeLocustFailures, type LocustFailures } from './locust-failures.ts'
import type { ReadingNotes, VolunteerSource, VolunteerTable } from './volunteer-source.ts'
import { arrangeTable } from './volunteer-table.ts'

/** How patient an export is, in milliseconds unless named otherwise. */
export interface LocustLimits {
  /** Until the answer begins: Locust may have to put it together first. */
  firstByte: number
  /** Between two pieces of the answer. */
  idle: number
  /** All tries and waits together. */
  overall: number
  /** How often it is asked at most. */
  tries: number
  /** Before the second try; doubled before each further one. */
  firstWait: number
  /** However long Locust asks for. */
  longestWait: number
}

export const locustLimits: LocustLimits = {
  firstByte: 120_000,
  idle: 60_000,
  overall: 20 * 60_000,
  tries: 5,
  firstWait: 2_000,
  longestWait: 120_000,
}

/** A try that failed in a way that may pass. */
class Retry extends Error {
  readonly what: string
  readonly final: Error
  readonly retryAfterMs: number | undefined

  constructor(what: string, final: Error, retryAfterMs?: number) {
    super(what)
    this.what = what
    this.final = final
    this.retryAfterMs = retryAfterMs
  }
}

/** Locust at the address of the settings; `limits` are shorter in tests. */
export function openLocust(
  settings: LocustSettings,
  limits: LocustLimits = locustLimits,
): VolunteerSource {
  const { url, headers } = requestOf(settings)
  const failures = describeLocustFailures(url.host)
  return {
    name: `Locust at ${url.host}`,
    async read(notes, signal) {
      const overall = new AbortController()
      const timer = setTimeout(
        () => overall.abort(failures.tooSlow(limits.overall)),
        limits.overall,
      )
      const both = AbortSignal.any([signal, overall.signal])
      try {
        return await readWithRetries(
          () => readOnce(url, headers, limits, failures, notes, both),
          limits,
          notes,
          both,
        )
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function readWithRetries(
  read: () => Promise<VolunteerTable>,
  limits: LocustLimits,
  { log }: ReadingNotes,
  signal: AbortSignal,
): Promise<VolunteerTable> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Retry)) throw error
      if (attempt >= limits.tries) throw error.final
      const waitMs = waitBefore(attempt, error.retryAfterMs, limits)
      const wait = `${Math.round(waitMs / 100) / 10} s`
      log(`${error.what}. Trying again in ${wait} (try ${attempt + 1} of ${limits.tries}).`)
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** As long as Locust asks for, else ever longer; a part of it by chance, so that not all come at once. */
function waitBefore(attempt: number, askedMs: number | undefined, limits: LocustLimits): number {
  const backoffMs = limits.firstWait * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
  return Math.min(Math.max(askedMs ?? 0, backoffMs), limits.longestWait)
}

async function readOnce(
  url: URL,
  headers: Record<string, string>,
  limits: LocustLimits,
  failures: LocustFailures,
  notes: ReadingNotes,
  signal: AbortSignal,
): Promise<VolunteerTable> {
  const patience = createPatience()
  const both = AbortSignal.any([signal, patience.signal])
  try {
    patience.expect(limits.firstByte, failures.silent(limits.firstByte))
    // Authorization does not follow a redirect to another host: fetch sees to it.
    const response = await fetch(url, { headers, signal: both })
    if (!response.ok) throw statusFailure(response, limits, failures)
    const pieces = async function* () {
      for await (const piece of response.body ?? []) {
        patience.expect(limits.idle, failures.stalled(limits.idle))
        yield piece
      }
    }
    patience.expect(limits.idle, failures.stalled(limits.idle))
    const type = response.headers.get('content-type') ?? ''
    return await arrangeTable(readContent(type, pieces(), failures), notes.count)
  } catch (error) {
    both.throwIfAborted()
    if (!isNetworkFailure(error)) throw error
    const what = `Locust cannot be reached: ${networkReason(error)}`
    throw new Retry(what, failures.unreachable(error))
  } finally {
    patience.end()
  }
}

/** Aborts with the given error unless the next thing happens in time. */
function createPatience() {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    expect(ms: number, error: Error) {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(error), ms)
    },
    /** Also lets go of an answer that was not read to its end. */
    end() {
      clearTimeout(timer)
      controller.abort()
    },
  }
}

function statusFailure(
  response: Response,
  { tries }: LocustLimits,
  failures: LocustFailures,
): Error {
  const { status } = response
  if (status === 401 || status === 403) return failures.refused(status)
  if (status === 404) return failures.notFound()
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  const what = `Locust answered with ${status}`
  if (status === 429) return new Retry(what, failures.busy(tries), retryAfterMs)
  if (status >= 500) return new Retry(what, failures.broken(status, tries), retryAfterMs)
  return failures.unexpected(status)
}

/** Credentials may also stand in the address; fetch does not take them there. */
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
