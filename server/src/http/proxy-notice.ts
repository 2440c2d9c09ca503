import type { Settings } from '@dashboard/store/settings'
import type { FastifyInstance } from 'fastify'

/** As a number, the proxies next to the server are trusted, so many of them. */
export function trustedProxies(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** Says once in the log that a proxy stands in front without being known as one. */
export function noticeUntrustedProxy(app: FastifyInstance, isTrusted: boolean): void {
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
