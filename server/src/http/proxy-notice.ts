import type { FastifyInstance } from 'fastify'

/** Says once in the log that a proxy stands in front without being known as one. */
export function noticeUntrustedProxy(app: FastifyInstance, isTrusted: boolean): void {
  if (isTrusted) return
  let hasSaid = false
  app.addHook('onRequest', async (request) => {
    if (hasSaid || request.headers['x-forwarded-for'] === undefined) return
    hasSaid = true
    request.log.warn(
      'Requests carry X-Forwarded-For, but TRUST_PROXY is not set: all users behind that proxy share one address, and with it the limit of failed logins. Set TRUST_PROXY to the proxy’s address.',
    )
  })
}
