import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.ts'
import { buildWhenStale } from './build-when-stale.ts'

/** Takes the pictures of docs/screenshots anew, by running the browser specs with TAKE_SCREENSHOTS. */

const root = fileURLToPath(new URL('..', import.meta.url))
await buildWhenStale()
const browser = ensureBrowser()
const cli = join(root, 'node_modules/@playwright/test/cli.js')
const { status } = spawnSync(
  process.execPath,
  [
    ...[cli, 'test', '--config', 'e2e/playwright.config.ts', '--project=long-journeys'],
    '--project=journeys',
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TAKE_SCREENSHOTS: '1', ...(browser && { CHROMIUM_PATH: browser }) },
  },
)
process.exitCode = status ?? 1
