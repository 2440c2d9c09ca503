import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build says of its files (web/page-files.ts). */
interface PageFiles {
  pages: Readonly<Record<string, readonly string[]>>
}

/**
 * The web app's document for an address. For a page that the build knows it names the page's files, so that the
 * browser loads them beside the first ones and not after them (docs/decisions/0031-page-weight.md). `undefined`
 * while the web app has not been built.
 */
export function readPages(folder: string): ((url: string) => string) | undefined {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return undefined
  const plain = readFileSync(path, 'utf8')
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
    return documents.get(address.replace(/\/+$/, '')) ?? documents.get(parent ?? '') ?? plain
  }
}

function readPageFiles(folder: string): PageFiles {
  const path = join(folder, '.vite/page-files.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PageFiles) : { pages: {} }
}

function withPreloads(page: string, files: readonly string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  // Above the styles, which are long.
  return page.replace('<title>', () => `${links.join('')}<title>`)
}
