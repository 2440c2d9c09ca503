import { describeForLog } from '@dashboard/store/failures/logged-error'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'

export interface LogTarget {
  write(line: string): void
}

/**
 * Returns the options of the server's log: JSON lines with the request's id, never bodies, headers that identify
 * somebody, or upload tickets.
 */
export function logOptions(level: string, stream?: LogTarget): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    ...(stream && { stream }),
    redact: ['*.authorization', '*.cookie', '*.password', '*.token', '*.headers'],
    serializers: {
      err: (error) => describeForLog(error),
      error: (error) => describeForLog(error),
      req: (request) => ({
        method: request.method,
        route: routeOf(request),
        remoteAddress: request.ip,
      }),
      res: (reply) => ({ statusCode: reply.statusCode }),
    },
  }
}

/** Logs one line per request: changes and failures at `info`, requests that read or poll at `debug`. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const level = isReading && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        userId: request.session?.user.id,
      },
      'request',
    )
    done()
  })
}

/**
 * Returns the route as it is declared, such as `/api/jobs/:id`. Paths and queries may contain credentials, such as
 * upload tickets, or whatever somebody has typed there, such as a name or a telephone number.
 */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none'
}
