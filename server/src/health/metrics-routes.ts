import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { readBearerToken } from '../http/access-check.ts'
import { AppError } from '../http/app-error.ts'
import { type FigureSources, readFigureText } from './product-gauges.ts'

interface Dependencies extends FigureSources {
  settings: Pick<Settings, 'metricsToken'>
}

/**
 * Serves `/metrics` in Prometheus' text format to clients with the token; the route does not exist while no token is
 * set. Figures about requests and the process are this server's own; the product's figures are the same on every
 * server.
 */
export function metricsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { metricsToken: token } = dependencies.settings
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
    const texts = await Promise.all([registry.metrics(), readFigureText(dependencies)])
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}

/** Whether two texts are equal; compares in constant time, whatever their lengths. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
