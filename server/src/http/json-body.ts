import type { FastifyInstance } from 'fastify'

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
