import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.ts'
import { buildWhenStale } from './build-when-stale.ts'

/**
 * Retakes the pictures of docs/screenshots by running the browser specs with TAKE_SCREENSHOTS; with `--film` the film
 * of the main job (e2e/film.ts), with `--sheet` the one picture of all pages (e2e/contact-sheet.ts).
 */

const root = fileURLToPath(new URL('..', import.meta.url))
await buildWhenStale()
const browser = ensureBrowser()
const [asked = ''] = process.argv.slice(2)
const { variable, specs } = {
  '--film': { variable: 'TAKE_FILM', specs: ['main-job.spec.ts'] },
  '--sheet': { variable: 'TAKE_SHEET', specs: ['widths.spec.ts'] },
}[asked] ?? { variable: 'TAKE_SCREENSHOTS', specs: process.argv.slice(2) }
const cli = join(root, 'node_modules/@playwright/test/cli.js')
const { status } = spawnSync(
  process.execPath,
  [
    ...[cli, 'test', '--config', 'e2e/playwright.config.ts'],
    ...['programs', 'conditions', 'accessibility', 'journeys'].map((name) => `--project=${name}`),
    ...specs,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      [variable]: '1',
      ...(browser && { CHROMIUM_PATH: browser }),
    },
  },
)
process.exitCode = status ?? 1
