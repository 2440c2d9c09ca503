import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenOnLoopback, readBody } from '../loopback-server.ts'
import { createDoubleAccount } from './sheets-double-account.ts'
import { answerCall, quotaOf } from './sheets-double-calls.ts'
import { answerFault, createFaults, refuse, send } from './sheets-double-faults.ts'
import { createSpreadsheetFiles } from './sheets-double-files.ts'
import { SheetsRefusal } from './sheets-double-grid.ts'

export interface SheetsRequest {
  method: string
  path: string
  /** Size in bytes. */
  size: number
}

interface Quota {
  reads: number
  writes: number
  windowMs: number
}

const tokenPath = '/token'
const root = '/v4/spreadsheets/'

/** Starts Google Sheets with one service account; it responds with faults on request. */
export async function startSheetsDouble() {
  const files = createSpreadsheetFiles()
  const faults = createFaults()
  const requests: SheetsRequest[] = []
  const quota = createQuota()

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof SheetsRefusal)) response.destroy()
      else refuse(response, error)
    })
  })
  const url = await listenOnLoopback(server)
  const account = createDoubleAccount(`${url}${tokenPath}`)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    requests.push({ method: request.method ?? '', path: request.url ?? '', size: body.length })
    if (pathname === tokenPath) {
      if (answerFault(faults.take('token'), response)) return
      const granted = await account.grant(new URLSearchParams(body.toString()))
      return send(response, granted.status, granted.body)
    }
    if (!pathname.startsWith(root)) return send(response, 404, {})
    const path = pathname.slice(root.length)
    const method = request.method ?? ''
    const group = quotaOf({ method })
    const current = faults.take(group)
    if (answerFault(current, response)) return
    if (!account.accepts(request.headers.authorization)) throw unauthenticated()
    quota.take(group)
    const id = /^[\w-]+/.exec(path)?.[0] ?? ''
    if (files.isForbidden(id, group)) throw forbidden()
    const json = body.length > 0 ? JSON.parse(body.toString()) : undefined
    const done = answerCall(files.spreadsheets, { method, path, query: searchParams, body: json })
    if (current?.kind === 'lose-answer') response.destroy()
    else send(response, 200, done)
  }

  return {
    /** Value of GOOGLE_SHEETS_API_URL. */
    url,
    /** Value of GOOGLE_SERVICE_ACCOUNT. */
    serviceAccount: account.keyJson,
    email: account.email,
    requests,
    ...files.control,
    setFault: faults.set,
    limit: quota.set,
    revokeTokens: () => account.revokeTokens(),
    close: () => closeServer(server),
  }
}

function createQuota() {
  const times = { reads: [] as number[], writes: [] as number[] }
  let quota: Quota | undefined
  return {
    set(next: Quota | undefined): void {
      quota = next
    },
    /** Counts a request; refuses it when there were too many in the window. */
    take(group: 'reads' | 'writes'): void {
      if (!quota) return
      const now = Date.now()
      const recent = times[group]
      while ((recent[0] ?? now) < now - quota.windowMs) recent.shift()
      if (recent.length >= quota[group]) {
        throw new SheetsRefusal(
          `Quota exceeded for quota metric '${group}' and limit '${group} per minute per user'.`,
          429,
          'RESOURCE_EXHAUSTED',
        )
      }
      recent.push(now)
    },
  }
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
