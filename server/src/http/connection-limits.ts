import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** The limits of a connection, in milliseconds (docs/behavior.md#limits). */
export interface ConnectionLimits {
  /** Time from the connection, or from the first byte of a further request, to the end of the headers. */
  headersMs: number
  /** Time to the end of the request's body. */
  requestMs: number
  /** Time in which the rest of a body is read that nobody needs, before the answer is sent. */
  restMs: number
  /** Time between an answer and the next request. */
  keepAliveMs: number
  /** Time without a byte in either direction, as when a client stops reading a download; an import responds sooner. */
  idleMs: number
  /** How often the server checks connections against `headersMs` and `requestMs`. */
  checkMs: number
  maxConnections: number
  /** Connections of one address that have not sent a request yet. */
  maxSilent: number
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 120_000,
  restMs: 10_000,
  keepAliveMs: 20_000,
  idleMs: 600_000,
  checkMs: 2_000,
  maxConnections: 2_000,
  maxSilent: 200,
}

/** Returns the limits as options of the server; Node's defaults keep a half-open connection for minutes. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  } satisfies FastifyHttpOptions<Server>
}
