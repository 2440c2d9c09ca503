import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.ts'
import { buildWhenStale } from './build-when-stale.ts'

/**
 * Takes the pictures of docs/screenshots anew, by running the browser specs with TAKE_SCREENSHOTS; with `--film` the film
 * of the main job (e2e/film.ts).
 */

const root = fileURLToPath(new URL('..', import.meta.url))
await buildWhenStale()
const browser = ensureBrowser()
const takesFilm = process.argv.includes('--film')
const specs = takesFilm ? ['main-job.spec.ts'] : process.argv.slice(2)
const cli = join(root, 'node_modules/@playwright/test/cli.js')
const { status } = spawnSync(
  process.execPath,
  [
    ...[cli, 'test', '--config', 'e2e/playwright.config.ts', '--project=long-journeys'],
    '--project=journeys',
    ...specs,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      [takesFilm ? 'TAKE_FILM' : 'TAKE_SCREENSHOTS']: '1',
      ...(browser && { CHROMIUM_PATH: browser }),
    },
  },
)
process.exitCode = status ?? 1
