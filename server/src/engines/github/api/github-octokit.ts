import { randomUUID } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { RequestError } from '@octokit/request-error'
import type { EngineLog } from '../../job-engine.ts'

const ThrottledOctokit = Octokit.plugin(throttling, retry)

/** Pinned, since later versions respond to a dispatch in another form. */
const apiVersion = '2022-11-28'

/** A person's token, or the installation of a GitHub App with the App's key as PKCS#8. */
type GithubCredentials =
  | { kind: 'token'; token: string }
  | { kind: 'app'; appId: string; installationId: string; privateKey: string }

export interface GithubAddress {
  owner: string
  repo: string
  /** The branch whose workflows are started. */
  ref: string
  credentials: GithubCredentials
  /** GitHub's own address when left out. */
  apiUrl: string | undefined
}

export interface ConnectionOptions {
  github: GithubAddress
  log: EngineLog
  /** Sends at most one change a second, as GitHub asks; tests may switch it off. */
  throttle?: boolean
  /** The pause before a failed GET is sent again. */
  retryMs?: number
  timeoutMs?: number
  stopping?: AbortSignal
}

/** Opens Octokit with its throttling and its retries, and with a timeout. Rate limits are left to the caller. */
export function openOctokit(options: ConnectionOptions): Octokit {
  const { github, log, throttle = true, retryMs = 1_000, timeoutMs = 20_000, stopping } = options
  const octokit = new ThrottledOctokit({
    ...authenticate(github.credentials),
    ...(github.apiUrl !== undefined && { baseUrl: github.apiUrl.replace(/\/+$/, '') }),
    userAgent: 'smpw-dashboard',
    log: quietLog(log),
    request: {
      // The timeout counts for each request alone: the time it waits for its turn does not count.
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
  if (github.credentials.kind === 'app') renewRefusedTokens(octokit)
  return octokit
}

function authenticate(credentials: GithubCredentials) {
  if (credentials.kind === 'token') return { auth: credentials.token }
  const { appId, installationId, privateKey } = credentials
  return { authStrategy: createAppAuth, auth: { appId, installationId, privateKey } }
}

/**
 * Renews an installation's token that GitHub refuses. Octokit caches a token until a minute before it expires; GitHub
 * refuses it earlier when it was revoked. The request is then sent again with a new token, which is safe since a
 * refused request has changed nothing.
 */
function renewRefusedTokens(octokit: Octokit): void {
  let renewedAt = 0
  octokit.hook.wrap('request', async (request, options) => {
    const startedAt = performance.now()
    try {
      return await request(options)
    } catch (error) {
      // The status is 401, too, when GitHub refuses the App itself; then no other token can help.
      const isRefused = error instanceof RequestError && error.status === 401
      if (!isRefused || isTokenRequest(error)) throw error
      // Several requests that were refused at once need only one new token.
      if (renewedAt < startedAt) {
        renewedAt = performance.now()
        await octokit.auth({ type: 'installation', refresh: true })
      }
      return request(options)
    }
  })
}

/** Whether the request that failed was the one for an installation's token. */
export function isTokenRequest({ request }: RequestError): boolean {
  return /\/app\/installations\/\d+\/access_tokens$/.test(request.url)
}

/** Logs each of Octokit's notices once: Octokit repeats a deprecation with every request. */
function quietLog(log: EngineLog) {
  const logged = new Set<string>()
  const warnOnce = (message: string) => {
    if (!logged.has(message)) log.warn({}, `GitHub: ${message}`)
    logged.add(message)
  }
  return { debug: () => {}, info: () => {}, warn: warnOnce, error: warnOnce }
}
