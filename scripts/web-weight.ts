import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Facts about files that the build writes (web/page-files.ts). */
interface PageFiles {
  first: readonly string[]
  pages: Readonly<Record<string, readonly string[]>>
}

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** Bytes of JavaScript, compressed with gzip, that a browser loads before it can show something. */
export interface WebWeight {
  /** Loaded before the login form works. */
  login: number
  /** Loaded before a page inside the shell is shown, keyed by the page's address. */
  pages: Readonly<Record<string, number>>
}

/** Upper limits (docs/decisions/0053-wider-page-weight.md). */
const limits = { login: 200 * 1024, page: 260 * 1024 }

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
  const path = join(dist, '.vite/page-files.json')
  const { first, pages } = JSON.parse(readFileSync(path, 'utf8')) as PageFiles
  const login = weigh(first)
  return {
    login,
    pages: Object.fromEntries(
      Object.entries(pages).map(([address, files]) => [address, login + weigh(files)]),
    ),
  }
}

function weigh(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
}
