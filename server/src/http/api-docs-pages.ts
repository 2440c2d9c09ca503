import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'

/** The hash of the one style element that Swagger UI adds; e2e/conditions/content-policy.spec.ts fails when it changes. */
const swaggerStyle = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='

/** Builds Swagger UI below `/api/docs`, as a separate app that does not listen (api-docs.ts). */
export async function buildDocsPages(document: object): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { maxParamLength: 10_000 } })
  await app.register(swagger, {
    mode: 'static',
    // The package's types allow OpenAPI 3.0 only, but it passes the document on unchanged.
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: `default-src 'self'; style-src 'self' '${swaggerStyle}'; style-src-attr 'none'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
    uiConfig: { url: '/api/openapi.json', validatorUrl: null },
  })
  return app
}
