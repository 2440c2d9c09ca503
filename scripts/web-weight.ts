import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** A chunk as Vite's manifest describes it. */
interface Chunk {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

type Manifest = Record<string, Chunk>

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))
const entry = 'index.html'
const shell = 'src/shell/shell.tsx'

/** Bytes of JavaScript, compressed with gzip, that a browser loads before it can show something. */
export interface WebWeight {
  /** Before the login form works. */
  login: number
  /** Before a page inside the shell is shown, by the name of its file. */
  pages: Readonly<Record<string, number>>
}

/**
 * The most that each may weigh. Login: 1.25 times React and TanStack Query alone, 78 KB
 * (docs/decisions/0018-login-bundle.md).
 */
const limits = { login: 97_500, page: 205_000 }

/** Prints what is over its limit; whether nothing was. */
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

/** Weighs what `node scripts/build.ts` has built. */
export function weighWebApp(): WebWeight {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const pages = (manifest[entry]?.dynamicImports ?? []).filter((key) => key.endsWith('-page.tsx'))
  return {
    login: weigh(manifest, [entry]),
    pages: Object.fromEntries(pages.map((key) => [key, weigh(manifest, [entry, shell, key])])),
  }
}

function weigh(manifest: Manifest, keys: string[]): number {
  const files = [...closure(manifest, keys)].map((key) => chunkOf(manifest, key).file)
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
}

/** The chunks and all that they import at once; what they load later is not counted. */
function closure(manifest: Manifest, keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue
    found.add(key)
    closure(manifest, chunkOf(manifest, key).imports ?? [], found)
  }
  return found
}

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no chunk ${key}`)
  return chunk
}
