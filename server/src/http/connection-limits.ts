import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** In milliseconds, and connections (docs/behavior.md#limits). */
export interface ConnectionLimits {
  /** From the connection, or the first byte of a further request, to the end of its headers. */
  headersMs: number
  /** To the end of the request's body. */
  requestMs: number
  /** Between an answer and the next request. */
  keepAliveMs: number
  /** Without a byte in either direction, as of a download that nobody reads; an import answers sooner. */
  idleMs: number
  /** How often connections are looked through for the first two. */
  checkMs: number
  mostConnections: number
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 120_000,
  keepAliveMs: 20_000,
  idleMs: 600_000,
  checkMs: 2_000,
  mostConnections: 2_000,
}

/** The limits as the server's options; those of Node leave a half-open connection for minutes. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  } satisfies FastifyHttpOptions<Server>
}
