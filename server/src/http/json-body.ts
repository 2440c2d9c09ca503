import type { FastifyInstance } from 'fastify'
import { unsupportedType } from './app-error.ts'

/** Bodies are JSON; an empty one is none, also when its header announces JSON. Others are 415. */
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
 * 415 for a compressed body: nothing is inflated, so that a small request cannot use much memory. What GET and
 * HEAD send along is never read.
 */
export function refuseCompressedBodies(app: FastifyInstance): void {
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
