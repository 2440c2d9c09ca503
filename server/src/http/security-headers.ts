import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StorageSettings } from '@dashboard/store/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'

const ownStyles = "'self'"
const yearSeconds = 31_536_000

/**
 * Headers under which the web app runs nothing but its own files. Over HTTPS, as a trusted proxy says,
 * the browser is told to stay with it.
 */
export function addSecurityHeaders(app: FastifyInstance, storage: StorageSettings): void {
  // The same for every answer, so worked out once: that takes longer than all the rest of a small answer.
  const headers = securityHeaders(storage)
  const add = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${yearSeconds}`)
    }
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!isPoll(request)) add(request, reply)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isPoll(request)) {
      const own = reply.getHeaders()
      add(request, reply)
      // What the answer says itself counts, such as a logo's stricter policy.
      reply.headers(own)
    }
    done()
  })
}

/** Mostly there is nothing new, and an answer without a body needs no headers that say how to use it. */
function isPoll({ headers, url }: FastifyRequest): boolean {
  return headers['if-none-match'] !== undefined && url.startsWith('/api/')
}

function securityHeaders(storage: StorageSettings): Record<string, string> {
  const headers: Record<string, string> = {}
  const addHeaders = helmet({
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
  // All that Helmet uses of an answer. A real one would load more of Node than all the rest of the server does.
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value
    },
    removeHeader() {},
  }
  addHeaders({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}

/** Lets the page of an answer add style elements with this nonce. */
export function allowStyleNonce(reply: FastifyReply, nonce: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
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
