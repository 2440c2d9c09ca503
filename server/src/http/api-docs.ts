import type { Endpoint } from '@dashboard/contract/endpoint'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

/** `/api/openapi.json`, the description of the API, and `/api/docs`, the same for reading. */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): Promise<void> {
  const document = describeApi(endpoints, version)
  app.get('/api/openapi.json', { config: { access: 'public' } }, () => document)
  await app.register(swagger, {
    mode: 'static',
    // Its types know OpenAPI 3.0 only; it passes the document on as it is.
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { url: '/api/openapi.json', validatorUrl: null },
  })
}
