import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installation } from '@dashboard/contract/installation'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { sendError, unknownAddress } from './error-handler.ts'
import { escapeHtml } from './escape-html.ts'
import { allowInPage } from './security-headers.ts'

/**
 * Serves the built web app: its files unchanged, and its page for every other address, since the browser's router
 * decides what that address shows. Unknown addresses of the API get 404 as JSON.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = readPage(folder)
  if (page !== undefined) {
    await serveFiles(app, folder)
    for (const url of ['/', '/index.html']) app.get(url, (_request, reply) => sendPage(reply, page))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendError(reply, unknownAddress())
    if (page !== undefined) return sendPage(reply, page)
    const message = 'The web app has not been built yet. Run "npm start", which builds it.'
    return sendError(reply, new AppError(503, message))
  })
}

/** Serves only the files that exist when the server starts: its page names no others. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['index.html'],
    cacheControl: false,
    // The build has compressed the files (web/compressed-files.ts).
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(folder, 'assets/')) ? forever : 'no-cache')
    },
  })
}

/** Sent with files whose name contains a hash of their content. */
const forever = 'public, max-age=31536000, immutable'

function isPage({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/(api|assets|metrics)(\/|$)/.test(path)
}

/** Sends the page with a new nonce, for the style elements that its libraries add. */
function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  allowInPage(reply, { nonce, scriptHashes: page.scriptHashes })
  return reply
    .code(200)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.text.replaceAll('__STYLE_NONCE__', nonce))
}

interface Page {
  text: string
  /** Hashes of the inline scripts, as the content policy names them. */
  scriptHashes: readonly string[]
}

/** Returns the web app's document; `undefined` while the web app has not been built. */
function readPage(folder: string): Page | undefined {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return undefined
  const text = withInstallation(readFileSync(path, 'utf8'))
  const scripts = text.matchAll(/<script>(.*?)<\/script>/gs)
  const scriptHashes = Array.from(scripts, ([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  })
  return { text, scriptHashes }
}

/**
 * Adds the choices of this installation, which the page's scripts read before they show anything
 * (web/src/format/installation.ts).
 */
function withInstallation(page: string): string {
  const facts = escapeHtml(JSON.stringify(installation))
  return page.replace('<html ', () => `<html data-installation="${facts}" `)
}
