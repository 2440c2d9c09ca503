import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
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
  const pages = readPages(folder)
  if (pages !== undefined) {
    await serveFiles(app, folder)
    for (const url of ['/', '/index.html'])
      app.get(url, (_request, reply) => sendPage(reply, pages('/')))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendError(reply, unknownAddress())
    if (pages === undefined) return sendError(reply, notBuilt())
    return sendPage(reply, pages(request.url))
  })
}

/**
 * Serves only the files that exist when the server starts, whose pages name no other files. A request for any other
 * address is then decided without the file system. The package also need not compare each spelling with a folder's
 * entries, which takes longer than sending a file.
 */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    // The build has compressed the files (web/compressed-files.ts).
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(folder, 'assets/')) ? forever : 'no-cache')
    },
  })
  const files = listFiles(folder)
  app.get('/*', (request, reply) => {
    const [path = ''] = request.url.split('?')
    return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
  })
}

/** Returns the addresses of all files except those that describe the build. */
function listFiles(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep))
  const served = paths.filter((segments) => !segments.some((segment) => segment.startsWith('.')))
  return new Set(served.map((segments) => `/${segments.join('/')}`))
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

function notBuilt(): AppError {
  return new AppError(503, 'The web app has not been built yet. Run "npm start", which builds it.')
}

/** What the build writes about its files (web/page-files.ts). */
interface PageFiles {
  pages: Readonly<Record<string, readonly string[]>>
}

interface Page {
  text: string
  /** Hashes of the inline scripts, as the content policy names them. */
  scriptHashes: readonly string[]
}

function hashScripts(text: string): readonly string[] {
  return Array.from(text.matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  })
}

/**
 * Returns a function that finds the web app's document for an address. If the build lists the address, the document
 * names that page's files, so that the browser loads them together with the first ones and not after them
 * (docs/decisions/0031-page-weight.md). Returns `undefined` while the web app has not been built.
 */
function readPages(folder: string): ((url: string) => Page) | undefined {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return undefined
  const plain = withInstallation(readFileSync(path, 'utf8'))
  const scriptHashes = hashScripts(plain)
  const documents = new Map(
    Object.entries(readPageFiles(folder).pages).map(([address, files]) => [
      address,
      withPreloads(plain, files),
    ]),
  )
  const above = [...documents.keys()].filter((address) => address.endsWith('/*'))
  return (url) => {
    const [address = ''] = url.split('?')
    const parent = above.find((prefix) => address.startsWith(prefix.slice(0, -1)))
    const text = documents.get(address.replace(/\/+$/, '')) ?? documents.get(parent ?? '') ?? plain
    return { text, scriptHashes }
  }
}

function readPageFiles(folder: string): PageFiles {
  const path = join(folder, '.vite/page-files.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PageFiles) : { pages: {} }
}

/**
 * Adds the choices of this installation, which the page's scripts read before they show anything
 * (web/src/format/installation.ts).
 */
function withInstallation(page: string): string {
  const facts = escapeHtml(JSON.stringify(installation))
  return page.replace('<html ', () => `<html data-installation="${facts}" `)
}

function withPreloads(page: string, files: readonly string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  // The links go above the styles, which are long.
  return page.replace('<title>', () => `${links.join('')}<title>`)
}
