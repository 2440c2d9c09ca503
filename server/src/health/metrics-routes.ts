import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { readBearerToken } from '../http/access-guard.ts'
import { AppError } from '../http/app-error.ts'

/** `/metrics` in Prometheus' text format, for whoever has the token; absent while none is set. */
export function metricsRoutes(app: FastifyInstance, token: string | undefined): void {
  if (token === undefined) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1_000,
    )
  })
  app.get('/metrics', async (request, reply) => {
    if (!isSame(readBearerToken(request) ?? '', token)) {
      throw new AppError(401, 'Send METRICS_TOKEN as the bearer token.')
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** In constant time, whatever the lengths. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
