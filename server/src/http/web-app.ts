import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { sendError, unknownAddress } from './error-handler.ts'

/**
 * Serves the built web app: its files as they are, its page for every other address, since the
 * browser's router decides what that is. Unknown addresses of the API are 404 as JSON.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // "deny" would answer 403, which logs people out.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.startsWith(join(folder, 'assets/')) ? forever : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendError(reply, unknownAddress())
    if (!isBuilt) return sendError(reply, notBuilt())
    return sendPage(reply)
  })
}

/** Files whose name holds a hash of their content. */
const forever = 'public, max-age=31536000, immutable'

function isPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/(api|assets|metrics)(\/|$)/.test(path)
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('cache-control', 'no-cache').sendFile('index.html')
}

function notBuilt(): AppError {
  return new AppError(503, 'The web app has not been built yet. Run "npm start", which builds it.')
}
