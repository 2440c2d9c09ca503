import { login } from '@dashboard/contract/accounts'
import { ErrorAnswer, RefusalReason } from '@dashboard/contract/answers'
import { type Answer, type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { versionHeader } from '@dashboard/contract/health'
import { pageHiddenHeader } from '@dashboard/contract/jobs'
import { recordServerDate } from '../format/server-clock.ts'
import { showsJobs } from '../paths.ts'
import { expireSession, readToken } from '../session/session-token.ts'
import { ApiError } from './api-error.ts'
import type { AnswerOf, CallArguments, FileAnswer, LooseInput } from './call-input.ts'
import { completeAnswer } from './complete-answers.ts'
import { endpointUrl } from './endpoint-url.ts'
import { isUnknownCall, recordCall } from './missing-calls.ts'
import { recordGone, recordServerVersion } from './server-version.ts'

export const sessionEndedMessage = 'Authentication expired. Please log in again.'
const unreachableMessage = 'The server cannot be reached.'
const offlineMessage = 'This device has no connection.'
const noFileMessage =
  'A web page arrived instead of the file. Your network may want you to sign in.'
const changedFileMessage =
  'The file has changed since you chose it, or can no longer be read. Choose it again.'
const unreadableMessage = 'The server gave an answer that cannot be read. Reload the page.'

/**
 * Calls an endpoint of the contract: path, query, body and answer are typed by its declaration. Parts that an answer
 * lacks get neutral values (complete-answers.ts). Returns the parsed JSON, or blob and file name where the endpoint
 * sends a file. Throws `ApiError`; after a 401 or 403 outside the login call the session is over.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<AnswerOf<E['answer']>> {
  const { params, query, body, signal } = (input ?? {}) as LooseInput
  const token = readToken()
  const response = await send(endpointUrl(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'include',
    headers: headersFor(token, body),
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal,
  })
  recordServerDate(response.headers.get('date'))
  recordServerVersion(response.headers.get(versionHeader))
  if (!response.ok) throw await failure(endpoint, response, token)
  recordCall(endpoint, true)
  const answer = await readAnswer(endpoint.answer, response)
  return completeAnswer(endpoint, answer) as AnswerOf<E['answer']>
}

/**
 * Sends a file to an upload ticket's address, which may be on another server: no Authorization and no cookies are sent,
 * and a refusal says nothing about our session. Throws `ApiError`.
 */
export async function sendFile(url: string, file: File, signal?: AbortSignal): Promise<void> {
  const response = await send(url, {
    method: 'PUT',
    headers: { 'content-type': file.type },
    body: file,
    signal,
  })
  if (!response.ok) throw await refusal(response)
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    if (init.body instanceof Blob && !(await isReadable(init.body)))
      throw new ApiError(0, changedFileMessage)
    const message = navigator.onLine === false ? offlineMessage : unreachableMessage
    throw new ApiError(0, message, { isOnlyCause: true })
  }
}

/** Whether a file is still the one that somebody chose: browsers refuse to read one that was changed or moved. */
function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function headersFor(token: string | null, body: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (document.hidden || !showsJobs(location.pathname)) headers[pageHiddenHeader] = '1'
  if (body instanceof Blob) headers['content-type'] = body.type
  else if (body !== undefined) headers['content-type'] = 'application/json'
  return headers
}

async function failure(endpoint: Endpoint, response: Response, token: string | null) {
  const isLogin = endpoint.path === login.path
  if (!isLogin && (response.status === 401 || response.status === 403)) {
    expireSession(token)
    return new ApiError(response.status, sessionEndedMessage, { sessionEnded: true })
  }
  const error = await refusal(response)
  if (isUnknownCall(endpoint, error)) {
    recordCall(endpoint, false)
    recordGone()
  }
  return error
}

async function refusal(response: Response): Promise<ApiError> {
  const answer = readErrorAnswer(await response.json().catch(() => undefined))
  return new ApiError(response.status, answer?.message || response.statusText, {
    issues: answer?.issues,
    reason: answer?.reason,
    isOnlyCause: !answer?.message,
  })
}

/** Another version may have reasons that this page does not know. */
const Refusal = ErrorAnswer.extend({ reason: RefusalReason.optional().catch(undefined) })

/** Returns the body of a refused call, or `undefined` when the API did not send it, such as a proxy's page. */
export function readErrorAnswer(body: unknown): ErrorAnswer | undefined {
  return Refusal.safeParse(body).data
}

async function readAnswer(answer: Answer, response: Response): Promise<unknown> {
  if (isBinary(answer)) {
    const blob = await response.blob()
    if (!(await isFile(blob, answer.binary, response.headers.get('content-type')))) {
      throw new ApiError(response.status, noFileMessage, { isOnlyCause: true })
    }
    const fileName = fileNameOf(response.headers.get('content-disposition'))
    return { blob, fileName } satisfies FileAnswer
  }
  if (response.status === 204) return {}
  try {
    return await response.json()
  } catch {
    recordGone()
    throw new ApiError(response.status, unreadableMessage, { isOnlyCause: true })
  }
}

/** The bytes with which a file begins, by its media type. */
const signatures: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF',
  'application/zip': 'PK',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'PK',
}

/** Whether a file arrived. The sign-in page of a network answers any call with 200. */
async function isFile(blob: Blob, expected: string, type: string | null): Promise<boolean> {
  const signature = signatures[expected] ?? ''
  return (
    type?.split(';')[0] === expected && (await blob.slice(0, signature.length).text()) === signature
  )
}

/** Returns the file name in a Content-Disposition header; the UTF-8 form takes precedence (RFC 6266). */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch {
      // The encoding is broken; the plain form below still names the file.
    }
  }
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /filename=([^;"\s]+)/i.exec(disposition)?.[1]
}
