import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/endpoints-without-schemas.ts',
  'contract/src',
]
const built = join(root, 'web/dist/index.html')

/** Builds the web app unless what is built is newer than all it is made from. */
export function buildWebWhenStale(): void {
  const paths = [...sources, 'package-lock.json'].map((path) => join(root, path))
  if (existsSync(built) && newestChange(paths) < statSync(built).mtimeMs) return
  console.log('Building the web app.')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  })
  if (result.status !== 0) {
    console.error('The web app could not be built; the lines above say why.')
    process.exit(1)
  }
}

function newestChange(paths: string[]): number {
  const times = paths.filter(existsSync).map((path) => {
    const found = statSync(path)
    if (!found.isDirectory()) return found.mtimeMs
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return Math.max(0, ...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
  })
  return Math.max(0, ...times)
}
