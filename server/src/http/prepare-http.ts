import { constants } from 'node:zlib'
import { versionHeader } from '@dashboard/contract/health'
import type { Settings } from '@dashboard/store/settings'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { handleErrors } from './error-handler.ts'
import { parseJsonBodies, refuseCompressedBodies } from './json-body.ts'
import { refuseOddAddresses } from './plain-address.ts'
import { noticeUntrustedProxy } from './proxy-notice.ts'
import { logRequests } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { refuseWhileStarting } from './starting-gate.ts'

interface HttpOptions {
  settings: Pick<Settings, 'trustProxy' | 'storage'>
  version: string
  /** Whether there is nobody yet who could sign in. */
  isStarting?: (() => boolean) | undefined
}

/** What all calls share: errors, logs, headers, compression and bodies. */
export async function prepareHttp(
  app: FastifyInstance,
  { settings, version, isStarting = () => false }: HttpOptions,
): Promise<void> {
  handleErrors(app)
  logRequests(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header(versionHeader, version)
    done()
  })
  refuseOddAddresses(app)
  refuseWhileStarting(app, isStarting)
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
  parseJsonBodies(app)
  refuseCompressedBodies(app)
}
