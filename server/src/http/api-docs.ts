import type { NamedEndpoint } from '@dashboard/contract/all-endpoints'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

/**
 * The hash of the one style element that Swagger UI adds; e2e/conditions/content-policy.spec.ts fails when it changes.
 */
const swaggerStyle = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='

/** Serves `/api/openapi.json`, the description of the API, and `/api/docs`, the same as pages. */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly NamedEndpoint[],
  program: { version: string; commit: string },
): Promise<void> {
  let described: ReturnType<typeof describeApi> | undefined
  // Made at the first request: few servers get one.
  const describe = () => {
    described ??= describeApi(endpoints, program)
    return described
  }
  app.get('/api/openapi.json', { config: { access: 'public' } }, () => describe())
  await app.register(swagger, {
    mode: 'static',
    // The package's types allow OpenAPI 3.0 only, and the description is made later.
    specification: { document: {} as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: `default-src 'self'; style-src 'self' '${swaggerStyle}'; style-src-attr 'none'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
    transformSpecification: describe,
    transformSpecificationClone: false,
    uiConfig: { url: '/api/openapi.json', validatorUrl: null },
  })
}
