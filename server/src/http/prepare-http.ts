import { constants } from 'node:zlib'
import { versionHeader } from '@dashboard/contract/health'
import type { Settings } from '@dashboard/store/settings/settings'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { unsupportedType } from './app-error.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { handleErrors } from './error-handler.ts'
import { logRequests } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { endStalled } from './stalled-connections.ts'
import { readBodiesToTheirEnd } from './unread-body.ts'

interface HttpOptions {
  settings: Pick<Settings, 'trustProxy' | 'storage'>
  version: string
  limits: ConnectionLimits
}

/** Adds what all calls share: errors, logs, headers, compression and bodies. */
export async function prepareHttp(
  app: FastifyInstance,
  { settings, version, limits }: HttpOptions,
): Promise<void> {
  handleErrors(app)
  logRequests(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header(versionHeader, version)
    done()
  })
  cutForwardedPorts(app)
  noticeUntrustedProxy(app, settings.trustProxy !== false)
  addSecurityHeaders(app, settings.storage)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // PDFs and archives are compressed already.
    customTypes: /^(text\/|image\/svg|application\/(json|javascript|manifest))/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    done()
  })
  readBodiesToTheirEnd(app, limits)
  endStalled(app, limits)
  parseJsonBodies(app)
  refuseCompressedBodies(app)
}

/**
 * Parses bodies as JSON. An empty body counts as none, also when its header announces JSON. Other types are refused
 * with 415.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.trim() === '') return done(null, undefined)
      void parseJson(request, body, done)
    },
  )
}

/**
 * Refuses a compressed body with 415: nothing is decompressed, so that a small request cannot use much memory. A body
 * of GET or HEAD is never read.
 */
function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding'] ?? ''
    const isRead = request.method !== 'GET' && request.method !== 'HEAD' && !request.is404
    const isRefused = isRead && !/^(identity)?$/i.test(encoding.trim())
    done(
      isRefused ? unsupportedType('Send the body as it is, without Content-Encoding.') : null,
      payload,
    )
  })
}

/** Returns the setting for Fastify; a number means that as many proxies next to the server are trusted. */
export function trustedProxies(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/**
 * Cuts ports and brackets off the addresses of `X-Forwarded-For`, which some gateways write: otherwise each connection
 * of a client would be another address.
 */
function cutForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string') {
      headers['x-forwarded-for'] = forwarded.split(',').map(cutPort).join()
    }
    done()
  })
}

/** Returns the address of `203.0.113.9:50001`, `[2001:db8::1]:443` or `[2001:db8::1]`; other texts unchanged. */
function cutPort(text: string): string {
  const [, ipv6, ipv4] = /^\s*(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?\s*$/.exec(text) ?? []
  return ipv6 ?? ipv4 ?? text
}

/** Logs once that there is a proxy in front of the server while the settings trust none. */
function noticeUntrustedProxy(app: FastifyInstance, isTrusted: boolean): void {
  if (isTrusted) return
  let hasSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (hasSaid || request.headers['x-forwarded-for'] === undefined) return
    hasSaid = true
    request.log.warn(
      'Requests carry X-Forwarded-For, but TRUST_PROXY is not set: all users behind that proxy share one address, and with it the limit of failed logins. Set TRUST_PROXY to the proxy’s address.',
    )
  })
}
