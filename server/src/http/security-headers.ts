import type { StorageSettings } from '@dashboard/store/settings'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

const ownStyles = "'self'"
const yearSeconds = 31_536_000

/**
 * Headers under which the web app runs nothing but its own files. Over HTTPS, as a trusted proxy says,
 * the browser is told to stay with it.
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
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        // Colors and positions are set by script, as properties, which needs no permission.
        styleSrc: [ownStyles],
        styleSrcElem: [ownStyles],
        styleSrcAttr: ["'none'"],
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
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${yearSeconds}`)
    }
  })
}

/** Lets the page of an answer add style elements with this nonce. */
export function allowStyleNonce(reply: FastifyReply, nonce: string): void {
  const policy = String(reply.raw.getHeader('content-security-policy') ?? '')
  const styles = `style-src-elem ${ownStyles}`
  reply.header('content-security-policy', policy.replace(styles, `${styles} 'nonce-${nonce}'`))
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
