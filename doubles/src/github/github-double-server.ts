import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '../loopback-server.ts'
import type { DoubleApp } from './github-double-app.ts'
import { appRoutes, type CallAnswer, type CallRoute, callRoutes } from './github-double-calls.ts'
import { findRequestProblems } from './github-double-conformance.ts'
import type { GithubExchange, GithubVersion } from './github-double-exchange.ts'
import { answerFault, type GithubFaults } from './github-double-faults.ts'
import type { DoubleRunner } from './github-double-runs.ts'
import { type DoubleRun, type DoubleState, findRunOfJob } from './github-double-state.ts'

export interface DoubleAccess {
  token: string
  /** Rights of the token in the repository. */
  rights: 'write' | 'read' | 'none'
  login: string
}

export interface DoubleLimit {
  limit: number
  remaining: number
  /** Seconds since 1970. */
  resetAt: number
}

export interface DoubleServerParts {
  version: GithubVersion
  state: DoubleState
  runner: DoubleRunner
  faults: GithubFaults
  access: DoubleAccess
  /** The App whose tokens are also accepted. */
  app: DoubleApp | undefined
  limit: DoubleLimit
  exchanges: GithubExchange[]
  /** Returns the address of this server, and of the one for logs. */
  origin(): string
  logOrigin(): string
}

/** Responds as `api.github.com` or an Enterprise Server does, and as `github.com` for the page of a run. */
export function serveGithub(parts: DoubleServerParts): RequestListener {
  const { state } = parts
  const base = basePaths[parts.version]
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    const prefix = `${base}/repos/${state.repository}/actions`.toLowerCase()
    const isOurs = url.pathname.toLowerCase().startsWith(prefix)
    const path = url.pathname.slice(isOurs ? prefix.length : base.length)
    const routes = isOurs ? callRoutes : appRoutes
    const route = routes.find((one) => one.method === request.method && one.path.test(path))
    if (!route) return sendPage(response, url.pathname)
    answerCall(parts, route, { request, response, url, path }).catch(() => response.destroy())
  }
}

/** Below which path the API is. */
export const basePaths: Record<GithubVersion, string> = { 'github.com': '', 'ghes-3.17': '/api/v3' }

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  path: string
}

async function answerCall(
  parts: DoubleServerParts,
  route: CallRoute,
  { request, response, url, path }: Visit,
): Promise<void> {
  const text = (await readBody(request)).toString()
  const requestBody: unknown = text === '' ? undefined : JSON.parse(text)
  const name = route.path.exec(path)?.[1] ?? ''
  const at = Date.now()
  const { version } = parts
  const { call, method, template } = route
  const query = Object.fromEntries(url.searchParams)
  const asked = { version, call, method, template, name, query, requestBody }
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    parts.exchanges.push({
      ...asked,
      requestHeaders: request.headers,
      status,
      answerBody: body,
      at,
    })
    const limits = { ...describeLimit(parts.limit), ...headers }
    if (body === undefined) response.writeHead(status, limits).end()
    else {
      const type = 'application/json; charset=utf-8'
      response.writeHead(status, { ...limits, 'content-type': type }).end(JSON.stringify(body))
    }
  }

  const fault = parts.faults.take(route.call)
  if (fault?.kind === 'delay') await sleep(fault.ms)
  if (fault && answerFault(response, fault, send)) return
  const isOfApp = appRoutes.includes(route)
  const refusal = isOfApp ? undefined : refuse(parts, request, route)
  if (refusal) return send(refusal.status, refusal.body, refusal.headers)
  const problems = findRequestProblems(asked)
  if (problems.length > 0) {
    const message = `Invalid request.\n\n${problems.join('\n')}`
    return send(422, { message, status: '422' })
  }
  const { authorization } = request.headers
  const { app } = parts
  const { status, body, headers } = await route.answer({
    context: { state: parts.state, origin: parts.origin() },
    runner: parts.runner,
    logOrigin: parts.logOrigin(),
    actor: app?.accepts(readToken(request)) ? app.login : parts.access.login,
    app,
    authorization,
    name,
    query: url.searchParams,
    body: requestBody,
    isForgotten: fault?.kind === 'forget',
  })
  if (fault?.kind === 'lose-answer') {
    response.destroy()
    return
  }
  const etag = `W/"${createHash('sha1')
    .update(JSON.stringify(body ?? ''))
    .digest('hex')}"`
  const isUnchanged = request.headers['if-none-match'] === etag
  // A 304 response and a new token do not count against the installation's rate limit.
  if (!isUnchanged && !isOfApp) parts.limit.remaining -= 1
  if (isUnchanged) send(304, undefined, { etag })
  else
    send(status, body, { ...headers, ...(request.method === 'GET' && status === 200 && { etag }) })
}

function refuse(
  { access, app, limit }: DoubleServerParts,
  request: IncomingMessage,
  route: CallRoute,
): CallAnswer | undefined {
  const token = readToken(request)
  const isApp = app?.accepts(token) ?? false
  if (!isApp && token !== access.token) return refusal(401, 'Bad credentials')
  if (limit.remaining <= 0) return refusal(403, 'API rate limit exceeded for user ID 1.')
  if (access.rights === 'none') return refusal(404, 'Not Found')
  if (access.rights === 'read' && route.method === 'POST') {
    return refusal(
      403,
      `Resource not accessible by ${isApp ? 'integration' : 'personal access token'}`,
    )
  }
  return undefined
}

function readToken(request: IncomingMessage): string {
  return request.headers.authorization?.replace(/^(bearer|token) /i, '') ?? ''
}

function refusal(status: number, message: string): CallAnswer {
  return { status, body: { message, status: String(status) } }
}

function describeLimit({ limit, remaining, resetAt }: DoubleLimit): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, remaining)),
    'x-ratelimit-reset': String(resetAt),
    'x-ratelimit-used': String(limit - remaining),
    'x-ratelimit-resource': 'core',
  }
}

/** Sends a page of GitHub, such as that of a run, for any other address. */
function sendPage(response: ServerResponse, path: string): void {
  const isRun = /\/actions\/runs\/\d+$/.test(path)
  response.writeHead(isRun ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  response.end(isRun ? '<title>Run</title><h1>A run on the GitHub double</h1>' : 'Not Found')
}

/** Serves the logs as GitHub does: on another host, and only to clients that have the address. */
export function serveLogs({
  version,
  state,
  faults,
  exchanges,
}: DoubleServerParts): RequestListener {
  return (request, response) => {
    const name = /^\/logs\/(\d+)\?signature=good$/.exec(request.url ?? '')?.[1] ?? ''
    const run = findRunOfJob(state, Number(name))
    // The storage refuses a request with two authorizations.
    const isAllowed = run !== undefined && request.headers.authorization === undefined
    exchanges.push({
      version,
      call: 'log',
      method: 'GET',
      template: '',
      name,
      query: {},
      requestHeaders: request.headers,
      requestBody: undefined,
      status: isAllowed ? 200 : 403,
      answerBody: undefined,
      at: Date.now(),
    })
    const fault = faults.take('log')
    if (fault && answerFault(response, fault, (status) => response.writeHead(status).end())) return
    response.writeHead(isAllowed ? 200 : 403, { 'content-type': 'text/plain; charset=utf-8' })
    if (isAllowed) Readable.from(chunksOf(run)).pipe(response)
    else response.end('Refused')
  }
}

function* chunksOf({ log, fillerBytes }: DoubleRun) {
  yield '\uFEFF'
  const chunk = `${'.'.repeat(99)}\n`.repeat(1_000)
  for (let left = fillerBytes; left > 0; left -= chunk.length) yield chunk.slice(0, left)
  yield log
}
