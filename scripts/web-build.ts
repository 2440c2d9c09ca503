import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFiles } from './source-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/compressed-files.ts',
  'web/guide-pages.ts',
  'contract/src',
  'docs',
]
const built = join(root, 'web/dist/index.html')

/** Builds the web app unless its build is newer than its sources. */
export function buildWebWhenStale(): void {
  const paths = [...sources, 'package-lock.json'].map((path) => join(root, path))
  const changes = sourceFiles(paths).map(({ stats }) => stats.mtimeMs)
  if (existsSync(built) && Math.max(...changes) < statSync(built).mtimeMs) return
  console.log('Building the web app.')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    // Set even when a test builds: React's development build is twice as large.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) {
    console.error('The web app could not be built; the lines above say why.')
    process.exit(1)
  }
}
