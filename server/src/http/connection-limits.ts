import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** The limits of a connection, in milliseconds (docs/api.md#limits). */
export interface ConnectionLimits {
  /** Time from the connection, or from the first byte of a further request, to the end of the headers. */
  headersMs: number
  /** Time without a byte of the request's body. */
  bodyMs: number
  /** Time to the end of the request's body, however slowly it arrives. */
  requestMs: number
  /** Time for reading the unneeded rest of a body before the answer is sent. */
  restMs: number
  /** Time between an answer and the next request. */
  keepAliveMs: number
  /** Time without a byte in either direction, as when a client stops reading a download; an import responds sooner. */
  idleMs: number
  /** How often the server checks connections against `headersMs` and `requestMs`. */
  checkMs: number
  /** Time without a byte read of an answer to somebody who is not signed in. */
  unreadMs: number
  maxConnections: number
  /** Connections of one address, unless it is that of a trusted proxy. */
  maxOfAddress: number
  /** Requests of one connection that wait for their answers; browsers and proxies send them one at a time. */
  maxUnanswered: number
  /** Requests of one connection in all: the last answer announces its end. */
  maxRequests: number
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  bodyMs: 120_000,
  requestMs: 3_600_000,
  restMs: 10_000,
  keepAliveMs: 20_000,
  idleMs: 600_000,
  checkMs: 2_000,
  unreadMs: 30_000,
  maxConnections: 2_000,
  maxOfAddress: 200,
  maxUnanswered: 10,
  maxRequests: 100,
}

/** Returns the limits as options of the server; Node's defaults keep a half-open connection for minutes. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    maxRequestsPerSocket: limits.maxRequests,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  } satisfies FastifyHttpOptions<Server>
}
