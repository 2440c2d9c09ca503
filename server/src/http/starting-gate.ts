import type { FastifyInstance } from 'fastify'
import { unavailable } from './app-error.ts'

const retryAfterSeconds = 1

/**
 * Answers every call of the API with 503, `/api/health` too, until there is a user who can sign in. The port is taken
 * before the first administrator is made, so that a start that fails loses no generated password.
 */
export function refuseWhileStarting(app: FastifyInstance, isStarting: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isStarting() || !request.url.startsWith('/api/')) return done()
    done(unavailable('The server is starting. Please try again in a moment.', retryAfterSeconds))
  })
}
