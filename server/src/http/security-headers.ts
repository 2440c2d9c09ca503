import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StorageSettings } from '@dashboard/store/settings/settings'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

const ownStyles = "'self'"
const ownScripts = "'self'"
const yearSeconds = 31_536_000

/**
 * Adds headers with which the browser runs nothing but the web app's own files. Over HTTPS, as a trusted proxy reports,
 * they also tell the browser to stay with HTTPS.
 */
export function addSecurityHeaders(app: FastifyInstance, storage: StorageSettings): void {
  // The headers are the same for every answer, so they are made once.
  const headers = securityHeaders(storage)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${yearSeconds}`)
    }
    done()
  })
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
        scriptSrc: [ownScripts],
        // Scripts set colors and positions as properties, which needs no permission.
        styleSrc: [ownStyles],
        styleSrcElem: [ownStyles],
        styleSrcAttr: ["'none'"],
        // `data:` and `blob:` are previews of logos before they are sent.
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Logos may be uploaded directly to object storage.
        connectSrc: ["'self'", ...uploadOrigins(storage)],
        // PDFs are opened for reading in a frame.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  // The parts of an answer that Helmet uses. Creating a real answer would load more of Node than all the rest of the
  // server does.
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value
    },
    removeHeader() {},
  }
  addHeaders({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}

/** What the content policy allows the page of an answer besides files. */
interface AllowedInPage {
  /** The nonce of its style elements. */
  nonce: string
  /** Hashes of its inline scripts, such as `'sha256-…'`. */
  scriptHashes: readonly string[]
}

/** Lets the page of an answer add style elements with this nonce, and run its own scripts. */
export function allowInPage(reply: FastifyReply, { nonce, scriptHashes }: AllowedInPage): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  const styles = `style-src-elem ${ownStyles}`
  const scripts = `script-src ${ownScripts}`
  reply.header(
    'content-security-policy',
    policy
      .replace(styles, `${styles} 'nonce-${nonce}'`)
      .replace(scripts, [scripts, ...scriptHashes].join(' ')),
  )
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
