import { randomUUID } from 'node:crypto'
import { Octokit } from 'octokit'
import type { EngineLog } from '../../engine.ts'

/** Pinned: later versions answer a dispatch differently. */
const apiVersion = '2022-11-28'

export interface GithubAddress {
  owner: string
  repo: string
  /** The branch whose workflows are started. */
  ref: string
  token: string
  /** GitHub's own when left out. */
  apiUrl: string | undefined
}

export interface ConnectionOptions {
  github: GithubAddress
  log: EngineLog
  /** At most one change a second, as GitHub asks; tests may go without. */
  throttle?: boolean
  /** The pause before a failed question is asked once more. */
  retryMs?: number
  /** How long one request may take. */
  timeoutMs?: number
  /** Aborted when the server stops. */
  stopping?: AbortSignal
  /** What all servers know of the limit; one that asks by itself goes without. */
  sharedPause?: SharedPause
}

/** Until when GitHub wants no requests, in milliseconds since 1970; kept where all servers see it. */
export interface SharedPause {
  /** 0 when GitHub takes requests. */
  read(): Promise<number>
  extend(until: number): Promise<void>
}

/** Octokit with its throttling and its retries, bounded in time. Limits are left to the caller. */
export function openOctokit(options: ConnectionOptions): Octokit {
  const { github, log, throttle = true, retryMs = 1_000, timeoutMs = 20_000, stopping } = options
  const octokit = new Octokit({
    auth: github.token,
    ...(github.apiUrl !== undefined && { baseUrl: github.apiUrl.replace(/\/+$/, '') }),
    userAgent: 'smpw-dashboard',
    log: quietLog(log),
    request: {
      // For each request by itself: the time it waits for its turn does not count.
      fetch: (url: string, init: RequestInit) => {
        const signals = [AbortSignal.timeout(timeoutMs), ...(stopping ? [stopping] : [])]
        return fetch(url, { ...init, signal: AbortSignal.any(signals) })
      },
    },
    retry: {
      retries: 1,
      retryAfterBaseValue: retryMs,
      doNotRetry: [304, 400, 401, 403, 404, 409, 410, 422, 429, 451],
    },
    throttle: {
      enabled: throttle,
      id: randomUUID(),
      onRateLimit: () => false,
      onSecondaryRateLimit: () => false,
    },
  })
  octokit.hook.before('request', (request) => {
    request.headers['x-github-api-version'] = apiVersion
  })
  return octokit
}

/** Octokit's notices, each once: it repeats what is deprecated with every request. */
function quietLog(log: EngineLog) {
  const logged = new Set<string>()
  const warnOnce = (message: string) => {
    if (!logged.has(message)) log.warn({}, `GitHub: ${message}`)
    logged.add(message)
  }
  return { debug: () => {}, info: () => {}, warn: warnOnce, error: warnOnce }
}
