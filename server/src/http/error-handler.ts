import type { Socket } from 'node:net'
import { StorageError } from '@dashboard/store/files/file-store'
import { codeOf } from '@dashboard/store/outside/error-code'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  AppError,
  badGateway,
  badRequest,
  gatewayTimeout,
  tooLarge,
  unsupportedType,
} from './app-error.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { recognizeOutage } from './outages.ts'
import { readRestOfBody } from './unread-body.ts'

const plainFailure =
  'Something went wrong on the server. Try again; if it happens again, an administrator has to look into it.'

const storageFailure =
  'The files of the dashboard cannot be reached right now. Try again later; if it happens again, an administrator has to look into it.'

/** Sends every failure as `{message, issues?, reason?}` (docs/api.md#every-answer). */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = request.raw.readableAborted ? requestAborted() : recognize(error)
    if (!known) {
      request.log.error({ err: error }, 'A request failed')
      return sendError(reply, new AppError(500, `${plainFailure} (Request ${request.id})`))
    }
    if (known.status >= 500) request.log.warn({ err: known.cause ?? known }, 'A request failed')
    return sendError(reply, known)
  })
}

/** Headers that describe a file: one that fails before its first byte has set them already. */
const fileHeaders = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
]

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  for (const name of fileHeaders) {
    reply.removeHeader(name)
    // A stream's headers are set already.
    if (!reply.raw.headersSent) reply.raw.removeHeader(name)
  }
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  const { message, issues, reason } = error
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        message,
        ...(issues && issues.length > 0 && { issues }),
        ...(reason && { reason }),
      }),
    )
}

/** Written out here, since no hook that adds headers runs for an address that the router refuses. */
const headersOfNoPage = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Returns a function that responds to addresses that the router itself refuses, such as those with broken percent
 * signs.
 */
export function answerUnroutable(limits: ConnectionLimits) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const send = () => sendError(reply.headers(headersOfNoPage), unknownAddress())
    void readRestOfBody(request, reply, limits).then(send)
  }
}

/** Responds to bytes that are not HTTP at all, with the body of every failure, and closes the connection. */
export function answerMalformed({ code }: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || code === 'ECONNRESET') return
  const [status, message] = malformed[code ?? ''] ?? ['400 Bad Request', 'This is not valid HTTP.']
  const body = JSON.stringify({ message })
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`)
  socket.destroySoon()
}

const malformed: Record<string, [status: string, message: string] | undefined> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}

export function unknownAddress(): AppError {
  return new AppError(404, 'There is nothing at this address.', { reason: 'unknown-call' })
}

/** Returns the failure to send; `undefined` for an unexpected error. */
function recognize(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const outage = recognizeOutage(error)
  if (outage) return outage
  if (error instanceof StorageError) {
    const answer = error.isTimeout ? gatewayTimeout : badGateway
    // The cause is in the log, and in the system check for administrators.
    return answer(storageFailure, error)
  }
  if (isUnmetByFile(error)) {
    return new AppError(error.statusCode, 'The file has no such part, or has been replaced.')
  }
  return requestErrors[codeOf(error)]?.()
}

/** Whether a file does not meet the request's `Range` or `If-Match`; @fastify/static gives the error no code. */
function isUnmetByFile(error: unknown): error is { statusCode: 412 | 416 } {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  return error.statusCode === 412 || error.statusCode === 416
}

const invalidBody = () => badRequest('The request body is not valid JSON.')

const requestErrors: Record<string, () => AppError> = {
  // PostgreSQL can store every character in a text except NUL.
  22021: () => badRequest('Text with the character NUL cannot be stored.'),
  // A QUERY request without a content type; no address accepts that method.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: unknownAddress,
  // A name that no file can have, such as one of 300 characters.
  FST_STATIC_FORBIDDEN_PATH: unknownAddress,
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    tooLarge('The request is too large. Select fewer items and try again.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedType('Send the body as application/json.'),
  FST_ERR_CTP_INVALID_JSON_BODY: invalidBody,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalidBody,
}

/** Returns an error that nobody reads, since the client has closed the connection. */
export function requestAborted(): AppError {
  return badRequest('The request broke off.')
}
