import type { StorageSettings } from '@dashboard/store/settings/settings'
import type { FastifyInstance, FastifyReply } from 'fastify'

const ownStyles = "style-src-elem 'self'"
const ownScripts = "script-src 'self'"
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
  const policy = [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ownScripts,
    "style-src 'self'",
    ownStyles,
    // Scripts set colors and positions as properties, which needs no permission.
    "style-src-attr 'none'",
    // `data:` and `blob:` are previews of logos before they are sent.
    "img-src 'self' data: blob:",
    // Logos may be uploaded directly to object storage.
    ["connect-src 'self'", ...uploadOrigins(storage)].join(' '),
    // PDFs are opened for reading in a frame.
    "frame-src 'self' blob:",
    "object-src 'self' blob:",
  ]
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  }
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
  reply.header(
    'content-security-policy',
    policy
      .replace(ownStyles, `${ownStyles} 'nonce-${nonce}'`)
      .replace(ownScripts, [ownScripts, ...scriptHashes].join(' ')),
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
