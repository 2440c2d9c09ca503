import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** A module of the build's manifest, with the other modules that it loads at once. */
interface Built {
  file: string
  imports?: readonly string[]
  dynamicImports?: readonly string[]
}
type Manifest = Readonly<Record<string, Built>>

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** Bytes of JavaScript, compressed with gzip, that a browser loads before it can show something. */
export interface WebWeight {
  /** Loaded before the login form works. */
  login: number
  /** Loaded before a page inside the shell is shown, keyed by the page's module. */
  pages: Readonly<Record<string, number>>
}

/** Upper limits (docs/decisions/0053-wider-page-weight.md). */
const limits = { login: 150 * 1024, page: 260 * 1024 }

/** Prints everything above its limit; returns whether nothing is. */
export function keepsToBudget({ login, pages }: WebWeight): boolean {
  const weights = [
    { name: 'The login page', bytes: login, limit: limits.login },
    ...Object.entries(pages).map(([name, bytes]) => ({ name, bytes, limit: limits.page })),
  ]
  const heavy = weights.filter(({ bytes, limit }) => bytes > limit)
  for (const { name, bytes, limit } of heavy) {
    console.error(`${name} loads ${bytes} bytes of JavaScript (gzip); the limit is ${limit}.`)
  }
  return heavy.length === 0
}

/** Weighs the web app that `node scripts/build.ts` has built. */
export function weighWebApp(): WebWeight {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const login = loadedWith(manifest, 'index.html')
  const frame = login.union(loadedWith(manifest, 'src/shell/shell.tsx'))
  const modules = manifest['index.html']?.dynamicImports ?? []
  const pages = modules.filter((module) => module.endsWith('-page.tsx'))
  return {
    login: weigh(login),
    pages: Object.fromEntries(
      pages.map((page) => [page, weigh(frame.union(loadedWith(manifest, page)))]),
    ),
  }
}

function loadedWith(manifest: Manifest, module: string, files = new Set<string>()): Set<string> {
  const { file, imports = [] } = manifest[module] ?? {}
  if (file === undefined || files.has(file)) return files
  files.add(file)
  for (const each of imports) loadedWith(manifest, each, files)
  return files
}

function weigh(files: ReadonlySet<string>): number {
  return Array.from(files, (file) => gzipSync(readFileSync(join(dist, file))).length).reduce(
    (sum, bytes) => sum + bytes,
    0,
  )
}
