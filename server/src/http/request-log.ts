import { describeForLog } from '@dashboard/store/failures/logged-error'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

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
        url: withoutSecrets(request.url),
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
        url: withoutSecrets(request.url),
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
 * Returns the path without upload tickets, which authorize, and without any query: an OpenID provider sends secrets in
 * it, a search text may be a name or a telephone number, and a cursor contains the name at which a page ends.
 */
function withoutSecrets(url: string): string {
  return url.replace(/\?.*$/s, '?…').replace(/(\/uploads\/)[^/?]+/, '$1…')
}
