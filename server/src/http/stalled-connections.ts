import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'
import { hasBody } from './unread-body.ts'

/**
 * Ends a request whose body stops arriving for a while, and an answer to somebody who is not signed in that is not read
 * for a while. Node's own limit would also end an upload that keeps arriving.
 */
export function endStalled(
  app: FastifyInstance,
  { bodyMs, unreadMs, idleMs }: ConnectionLimits,
): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { socket } = raw
    // A request of `inject` has no real socket.
    if (hasBody(raw) && socket instanceof Socket) {
      socket.setTimeout(bodyMs)
      raw.once('timeout', () => app.server.emit('clientError', new RequestTimeout(), socket))
      raw.once('end', () => socket.setTimeout(idleMs))
    }
    done()
  })
  app.addHook('onSend', ({ session, raw: { socket } }, _reply, _payload, done) => {
    if (session === null && socket instanceof Socket) socket.setTimeout(unreadMs)
    done()
  })
}

class RequestTimeout extends Error {
  code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
