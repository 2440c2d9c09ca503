import type { StorageSettings } from '@dashboard/store/settings'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Headers under which the web app runs nothing but its own files. HTTPS-only headers are the proxy's
 * to add, since the server itself speaks plain HTTP.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  storage: StorageSettings,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        // Brand colors and the positions of menus are style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Previews of logos before they are sent.
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Logos may be sent straight to object storage.
        connectSrc: ["'self'", ...uploadOrigins(storage)],
        // PDFs opened for reading.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

function uploadOrigins(storage: StorageSettings): string[] {
  if (storage.kind === 'disk') return []
  if (storage.endpoint === undefined) {
    const region = `s3.${storage.region}.amazonaws.com`
    return [`https://${region}`, `https://${storage.bucket}.${region}`]
  }
  const { protocol, host } = new URL(storage.endpoint)
  return [`${protocol}//${host}`, `${protocol}//${storage.bucket}.${host}`]
}
