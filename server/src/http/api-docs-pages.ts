import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'

/** The one style element that Swagger UI adds; e2e/specs/content-policy.spec.ts sees when it changes. */
const swaggerStyle = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='

/** Swagger UI below `/api/docs`, in an app of its own that listens nowhere (api-docs.ts). */
export async function buildDocsPages(document: object): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { maxParamLength: 10_000 } })
  await app.register(swagger, {
    mode: 'static',
    // Its types know OpenAPI 3.0 only; it passes the document on as it is.
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: `default-src 'self'; style-src 'self' '${swaggerStyle}'; style-src-attr 'none'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
    uiConfig: { url: '/api/openapi.json', validatorUrl: null },
  })
  return app
}
