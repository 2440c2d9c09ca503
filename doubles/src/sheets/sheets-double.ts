import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDoubleAccount } from './sheets-double-account.ts'
import { answerCall, quotaOf } from './sheets-double-calls.ts'
import { type DoubleSheet, type GridRange, SheetsRefusal } from './sheets-double-grid.ts'

/** A fault that the double answers with until another is set. */
export type SheetsFault = {
  /** Which requests; all of the API's when left out. */
  on?: 'reads' | 'writes' | 'token'
  /** How many of them succeed before the fault. */
  after?: number
  /** How many get the fault. */
  times?: number
} & (
  | { kind: 'status'; status: number; message?: string; reason?: string; retryAfter?: string }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Answers so much later, in milliseconds. */
  | { kind: 'delay'; ms: number }
  /** A page instead of JSON, as a proxy's sign-in would be. */
  | { kind: 'html' }
  /** Closes the connection without having done anything. */
  | { kind: 'break' }
  /** Does what was requested, then closes the connection. */
  | { kind: 'lose-answer' }
)

export interface SheetsRequest {
  method: string
  path: string
  /** Bytes. */
  size: number
}

interface Quota {
  reads: number
  writes: number
  windowMs: number
}

const tokenPath = '/token'
const root = '/v4/spreadsheets/'

/** Google Sheets with one service account; answers with faults on request. */
export async function startSheetsDouble({ port = 0 }: { port?: number } = {}) {
  const spreadsheets = new Map<string, DoubleSheet[]>()
  const shared = new Map<string, 'editor' | 'viewer'>()
  const requests: SheetsRequest[] = []
  const asked = { reads: [] as number[], writes: [] as number[] }
  let fault: SheetsFault | undefined
  let quota: Quota | undefined
  let tokenSeconds: number | undefined

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof SheetsRefusal)) response.destroy()
      else refuse(response, error)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = createDoubleAccount(`${url}${tokenPath}`)

  const takeFault = (group: 'reads' | 'writes' | 'token'): SheetsFault | undefined => {
    const current = fault
    const isMeant = current?.on === undefined ? group !== 'token' : current.on === group
    if (!current || !isMeant) return undefined
    if (current.after) {
      current.after -= 1
      return undefined
    }
    if (current.times !== undefined) {
      current.times -= 1
      if (current.times <= 0) fault = undefined
    }
    return current
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    requests.push({ method: request.method ?? '', path: request.url ?? '', size: body.length })
    if (pathname === tokenPath) {
      if (await answerFault(takeFault('token'), response)) return
      const granted = await account.grant(new URLSearchParams(body.toString()), tokenSeconds)
      return send(response, granted.status, granted.body)
    }
    if (!pathname.startsWith(root)) return send(response, 404, {})
    const path = pathname.slice(root.length)
    const method = request.method ?? ''
    const group = quotaOf({ method })
    const current = takeFault(group)
    if (await answerFault(current, response)) return
    if (!account.accepts(request.headers.authorization)) throw unauthenticated()
    takeQuota(asked[group], group, quota)
    const id = /^[\w-]+/.exec(path)?.[0] ?? ''
    if (spreadsheets.has(id) && !isAllowed(shared.get(id), group)) throw forbidden()
    const json = body.length > 0 ? JSON.parse(body.toString()) : undefined
    const done = answerCall(spreadsheets, { method, path, query: searchParams, body: json })
    if (current?.kind === 'lose-answer') response.destroy()
    else send(response, 200, done)
  }

  return {
    /** What GOOGLE_SHEETS_API_URL is set to. */
    url,
    /** What GOOGLE_SERVICE_ACCOUNT is set to. */
    serviceAccount: account.keyJson,
    email: account.email,
    requests,
    /** Makes a spreadsheet with one empty sheet, or the sheets given as rows by title. */
    addSpreadsheet(id: string, sheets: Record<string, string[][]> = { Sheet1: [] }): void {
      spreadsheets.set(id, Object.entries(sheets).map(makeSheet))
      shared.set(id, 'editor')
    },
    unshare: (id: string) => shared.delete(id),
    letOnlyView: (id: string) => shared.set(id, 'viewer'),
    sheet: (id: string, title: string) =>
      spreadsheets.get(id)?.find((sheet) => sheet.title === title),
    titles: (id: string) => (spreadsheets.get(id) ?? []).map(({ title }) => title),
    merge(id: string, title: string, range: GridRange): void {
      spreadsheets
        .get(id)
        ?.find((sheet) => sheet.title === title)
        ?.merges.push(range)
    },
    setFault(next: SheetsFault | undefined): void {
      fault = next && { ...next }
    },
    limit(next: Quota | undefined): void {
      quota = next
    },
    /** How long new tokens are valid. */
    shortenTokens(seconds: number | undefined): void {
      tokenSeconds = seconds
    },
    forgetTokens: () => account.forgetTokens(),
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function makeSheet([title, rows]: [string, string[][]], index: number): DoubleSheet {
  const columnCount = Math.max(26, ...rows.map((row) => row.length))
  const rowCount = Math.max(1_000, rows.length)
  return { sheetId: index, title, hidden: false, rowCount, columnCount, rows, merges: [] }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** `true` when the fault has answered the request. */
async function answerFault(
  fault: SheetsFault | undefined,
  response: ServerResponse,
): Promise<boolean> {
  switch (fault?.kind) {
    case 'hang':
      return true
    case 'break':
      response.destroy()
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in')
      return true
    case 'delay':
      await sleep(fault.ms)
      return false
    case 'status': {
      const { status, message = 'No', reason, retryAfter } = fault
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      refuse(response, new SheetsRefusal(message, status, 'FAILED'), reason)
      return true
    }
    default:
      return false
  }
}

function takeQuota(asked: number[], group: 'reads' | 'writes', quota: Quota | undefined): void {
  if (!quota) return
  const now = Date.now()
  while ((asked[0] ?? now) < now - quota.windowMs) asked.shift()
  if (asked.length >= quota[group]) {
    throw new SheetsRefusal(
      `Quota exceeded for quota metric '${group}' and limit '${group} per minute per user'.`,
      429,
      'RESOURCE_EXHAUSTED',
    )
  }
  asked.push(now)
}

function isAllowed(role: 'editor' | 'viewer' | undefined, group: 'reads' | 'writes'): boolean {
  return role === 'editor' || (role === 'viewer' && group === 'reads')
}

function unauthenticated(): SheetsRefusal {
  return new SheetsRefusal(
    'Request had invalid authentication credentials.',
    401,
    'UNAUTHENTICATED',
  )
}

function forbidden(): SheetsRefusal {
  return new SheetsRefusal('The caller does not have permission', 403, 'PERMISSION_DENIED')
}

function refuse(response: ServerResponse, refusal: SheetsRefusal, reason?: string): void {
  const { code, message, status } = refusal
  const details = reason && [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]
  send(response, code, { error: { code, message, status, ...(details && { details }) } })
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  const type = 'application/json; charset=UTF-8'
  response.writeHead(status, { 'content-type': type }).end(text)
}
