import type { NamedEndpoint } from '@dashboard/contract/all-endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unknownAddress } from './error-handler.ts'
import { describeApi } from './openapi.ts'

/** Headers that concern one connection or one encoding of the body, and so are not copied. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive'])

/**
 * Serves `/api/openapi.json`, the description of the API, and `/api/docs`, the same as pages. Both are made at the
 * first request: few servers get one, and making them takes a tenth of the time of a start.
 */
export function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly NamedEndpoint[],
  program: { version: string; commit: string },
): void {
  let described: ReturnType<typeof describeApi> | undefined
  const describe = () => {
    described ??= describeApi(endpoints, program)
    return described
  }
  let building: Promise<FastifyInstance> | undefined
  const pages = () => {
    building ??= import('./api-docs-pages.ts').then((module) => module.buildDocsPages(describe()))
    return building
  }
  app.addHook('onClose', async () => (await building)?.close())
  app.get('/api/openapi.json', { config: { access: 'public' } }, () => describe())
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) => passOn(request, reply, await pages()))
  }
}

/** Sends the response of another app. */
async function passOn(request: FastifyRequest, reply: FastifyReply, other: FastifyInstance) {
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  const answer = await other.inject({ method, url: request.url, headers: request.headers })
  if (answer.statusCode >= 400) throw unknownAddress()
  const headers = Object.entries(answer.headers).filter(([name]) => !ownHeaders.has(name))
  return reply.code(answer.statusCode).headers(Object.fromEntries(headers)).send(answer.rawPayload)
}
