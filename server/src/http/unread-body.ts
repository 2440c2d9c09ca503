import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'

/** How much of an unneeded body is read: more than the largest upload, so that its sender reads the answer. */
const maxBytes = 25_000_000

/**
 * Reads and drops what is left of a request's body before the answer is sent, and closes the connection after it. Most
 * clients read no answer while they send. A proxy may give the connection to somebody else, whose request would then be
 * read as the rest of the body.
 */
export function readBodiesToTheirEnd(app: FastifyInstance, limits: ConnectionLimits): void {
  app.addHook('onSend', (request, reply) => readRestOfBody(request, reply, limits))
}

/** Does the same for an answer that no hook sees. */
export async function readRestOfBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { restMs }: ConnectionLimits,
): Promise<void> {
  if (raw.complete !== false || raw.destroyed || !hasBody(raw)) return
  reply.header('connection', 'close')
  await dropRest(raw, restMs)
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function dropRest(body: IncomingMessage, maxMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxMs)
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) resolve()
  })
  for (const event of ['end', 'error', 'close']) body.once(event, () => resolve())
  body.resume()
  return promise.finally(() => clearTimeout(timer))
}
