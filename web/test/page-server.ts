import { ErrorAnswer } from '@dashboard/contract/answers'
import { type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { startTestApp } from '@dashboard/server/test/app'
import { onTestFinished, vi } from 'vitest'
import type { z } from 'zod'

/** What a page has sent to the server. */
interface Call {
  method: string
  path: string
  body: unknown
}

type Called = Pick<Endpoint, 'method' | 'path'>

/** Answers a call; `undefined` leaves it to the server. */
type Answerer = (init: RequestInit) => Promise<Response | undefined> | Response

export type PageServer = Awaited<ReturnType<typeof startPageServer>>

/**
 * Starts the real server on a fresh database. Until the test ends it answers what pages send. Single endpoints can be
 * answered in its place, for states that the server is seldom in; such an answer is checked by the contract.
 */
export async function startPageServer(...options: Parameters<typeof startTestApp>) {
  const server = await startTestApp(...options)
  const calls: Call[] = []
  const answerers = new Map<string, Answerer>()

  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    const path = address.split('?')[0] ?? ''
    const payload = await payloadOf(init.body)
    calls.push({ method, path: address, body: readJson(payload) })
    const key = [...answerers.keys()].find((each) => matches(each, method, path))
    const answer = key === undefined ? undefined : answerers.get(key)
    const response =
      (await answer?.(init)) ??
      responseOf(
        await server.app.inject({
          method: method as 'GET',
          url: address,
          headers: init.headers as Record<string, string>,
          ...(payload !== undefined && { payload }),
        }),
      )
    init.signal?.throwIfAborted()
    return response
  }
  vi.stubGlobal('fetch', send)
  onTestFinished(() => void answerers.clear())

  const answerBy = ({ method, path }: Called, answerer: Answerer) => {
    const key = `${method} ${path}`
    answerers.set(key, answerer)
    return { restore: () => void answerers.delete(key) }
  }
  return {
    ...server,
    /** Everything that pages have sent, in this order. */
    calls,
    /** Returns what was sent to an endpoint. */
    callsOf: ({ method, path }: Called) =>
      calls.filter((call) =>
        matches(`${method} ${path}`, call.method, call.path.split('?')[0] ?? ''),
      ),
    /** Leaves the calls of an endpoint to the server again. */
    restore: ({ method, path }: Called) => void answerers.delete(`${method} ${path}`),
    answer: <E extends Endpoint>(endpoint: E, body: z.input<E['answer'] & z.ZodType>) => {
      const checked = checkedAnswer(endpoint, body)
      return answerBy(endpoint, () => jsonResponse(endpoint.status, checked))
    },
    refuse: (endpoint: Called, status: number, message: string) =>
      answerBy(endpoint, () => jsonResponse(status, ErrorAnswer.parse({ message }))),
    /** Answers with a page, as a proxy in front of the server does. */
    answerPage: (endpoint: Called, status: number, statusText: string) =>
      answerBy(endpoint, () => new Response('<html>', { status, statusText })),
    /** As if the server could not be reached. */
    disconnect: (endpoint: Called) =>
      answerBy(endpoint, () => Promise.reject(new TypeError('Failed to fetch'))),
    /** Leaves a call without an answer, until the page gives it up or `release` lets the server answer. */
    hold: (endpoint: Called) => {
      const held = Promise.withResolvers<undefined>()
      const { restore } = answerBy(endpoint, ({ signal }) => {
        signal?.addEventListener('abort', () => held.reject(signal.reason))
        return held.promise
      })
      return { restore, release: () => held.resolve(undefined) }
    },
  }
}

/** @throws where the contract does not allow the answer. */
export function checkedAnswer<E extends Endpoint>(endpoint: E, body: unknown): unknown {
  if (isBinary(endpoint.answer)) throw new Error(`${endpoint.path} answers a file`)
  return endpoint.answer.parse(body)
}

/** Whether a call is one of `key`, such as `GET /api/jobs/:id`. */
function matches(key: string, method: string, path: string): boolean {
  const [keyMethod, pattern = ''] = key.split(' ')
  if (keyMethod !== method) return false
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
}

async function payloadOf(body: BodyInit | null | undefined): Promise<Buffer | string | undefined> {
  if (body === null || body === undefined) return undefined
  return body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : String(body)
}

function readJson(payload: Buffer | string | undefined): unknown {
  return typeof payload === 'string' ? JSON.parse(payload) : payload
}

type Injected = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['inject']>>

function responseOf({ statusCode, statusMessage, headers, rawPayload }: Injected): Response {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) sent.set(name, String(value))
  const body = statusCode === 204 ? null : new Uint8Array(rawPayload)
  return new Response(body, { status: statusCode, statusText: statusMessage, headers: sent })
}

function jsonResponse(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}
