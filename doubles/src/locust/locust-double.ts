import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import writeExcel from 'write-excel-file/node'
import { closeServer, listenOnLoopback } from '../loopback-server.ts'
import { findServerPort } from '../server-port.ts'
import { csvText, type DoubleVolunteer, makeDoubleVolunteers } from './locust-volunteers.ts'

export type LocustFormat = 'csv' | 'json' | 'xlsx'

/** How the double responds until another mode is set; a mode with `times` ends after that many responses. */
export type LocustMode =
  | { kind: 'ok' }
  /** No server listens at the address. */
  | { kind: 'down' }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  /** Sends half of the data, then nothing more. */
  | { kind: 'hang-mid-body' }
  /** Sends half of the data and closes the connection. */
  | { kind: 'truncated'; times?: number }
  | { kind: 'status'; status: number; times?: number; retryAfter?: string }
  /** Responds with an HTML page, like a proxy's login page. */
  | { kind: 'html' }
  | { kind: 'empty' }
  /** Sends titles, but no volunteer. */
  | { kind: 'no-rows' }
  /** Sends these bytes with this content type. */
  | { kind: 'answer'; type: string; body: string }
  | { kind: 'redirect'; to: string }

export interface LocustRequest {
  path: string
  authorization: string | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** The token that the double accepts. */
export const locustToken = 'locust-double-token'
export const locustLogin = { username: 'dashboard', password: 'pässword:1' }

interface LocustDoubleOptions {
  /** The volunteers, or how many of them. */
  rows?: number | DoubleVolunteer[]
  format?: LocustFormat
  mode?: LocustMode
}

const contentTypes: Record<LocustFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Starts a volunteer-data system that serves its volunteers over HTTP and responds with faults on request. */
export async function startLocustDouble(options: LocustDoubleOptions = {}) {
  const { rows = 400, format = 'csv' } = options
  const volunteers = typeof rows === 'number' ? makeDoubleVolunteers(rows) : rows
  const data = await encode(volunteers, format)
  const requests: LocustRequest[] = []
  let mode: LocustMode = { kind: 'ok' }
  let answers = 0

  const server = createServer((request, response) => {
    const { authorization } = request.headers
    requests.push({ path: request.url ?? '', authorization, at: Date.now() })
    answers += 1
    const current: LocustMode =
      'times' in mode && mode.times !== undefined && answers > mode.times ? { kind: 'ok' } : mode
    answer(request, response, current, data, contentTypes[format])
  })
  const stop = async () => {
    if (server.listening) await closeServer(server)
  }
  const port = await findServerPort()
  const url = await listenOnLoopback(server, port)

  const setMode = async (next: LocustMode): Promise<void> => {
    mode = next
    answers = 0
    if (next.kind === 'down') await stop()
    else if (!server.listening) await listenOnLoopback(server, port)
  }
  if (options.mode) await setMode(options.mode)
  return { url: `${url}/export`, requests, volunteers, setMode, close: stop }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  mode: LocustMode,
  data: Buffer,
  type: string,
): void {
  if (mode.kind === 'redirect') {
    response.writeHead(302, { location: mode.to }).end()
  } else if (mode.kind === 'status') {
    const retryAfter = mode.retryAfter === undefined ? {} : { 'retry-after': mode.retryAfter }
    response.writeHead(mode.status, { 'content-type': 'text/plain', ...retryAfter }).end('No')
  } else if (!isAuthorized(request)) {
    response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized')
  } else if (mode.kind === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in')
  } else if (mode.kind === 'empty') {
    response.writeHead(200, { 'content-type': type }).end()
  } else if (mode.kind === 'no-rows') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"volunteers": []}')
  } else if (mode.kind === 'answer') {
    response.writeHead(200, { 'content-type': mode.type }).end(mode.body)
  } else if (mode.kind === 'hang-mid-body' || mode.kind === 'truncated') {
    response.writeHead(200, { 'content-type': type, 'content-length': data.length })
    response.write(data.subarray(0, data.length / 2), () => {
      if (mode.kind === 'truncated') response.destroy()
    })
  } else if (mode.kind === 'ok') {
    response.writeHead(200, { 'content-type': type, 'content-length': data.length }).end(data)
  }
}

function isAuthorized({ headers: { authorization } }: IncomingMessage): boolean {
  const { username, password } = locustLogin
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  return authorization === `Bearer ${locustToken}` || authorization === `Basic ${basic}`
}

async function encode(volunteers: DoubleVolunteer[], format: LocustFormat): Promise<Buffer> {
  const titles = [...new Set(volunteers.flatMap((volunteer) => Object.keys(volunteer)))]
  const table = [
    titles,
    ...volunteers.map((volunteer) => titles.map((title) => volunteer[title] ?? '')),
  ]
  switch (format) {
    case 'csv':
      return Buffer.from(`\uFEFF${csvText(table)}`)
    case 'json':
      return Buffer.from(
        JSON.stringify({ count: volunteers.length, volunteers: volunteers.map(jsonRecord) }),
      )
    case 'xlsx':
      return writeExcel(
        table.map((row) => row.map((value) => ({ value, type: String }))),
      ).toBuffer()
  }
}

/** Returns a volunteer with the keys and values of a JSON interface: `firstName`, lists, `null`. */
function jsonRecord(volunteer: DoubleVolunteer): Record<string, unknown> {
  const entries = Object.entries(volunteer).map(([title, text]) => {
    const key = title.replace(/\s+/g, '').replace(/^[A-Z]+/, (start) => start.toLowerCase())
    if (title === 'Tags') return [key, text.split('; ')]
    if (title.startsWith('Max Shifts')) return [key, Number(text)]
    return [key, text === '' ? null : text]
  })
  return Object.fromEntries(entries)
}
