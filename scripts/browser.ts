import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Draws no window, so that the specs take a fifth less processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const known = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * Returns the path of a Chromium for the browser specs: Debian's without windows if it is installed or can be,
 * otherwise any installed one; `undefined` means Playwright's own download.
 */
export function ensureBrowser(): string | undefined {
  if (!existsSync(headlessShell) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log("Installing Debian's Chromium without windows for the browser specs.")
    run('apt-get', ['update', '-qq', ...impatient])
    run('apt-get', [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...impatient,
      'chromium-headless-shell',
    ])
  }
  const found = known.find((path) => existsSync(path))
  if (found) return found
  run(process.execPath, [
    join(root, 'node_modules/playwright/cli.js'),
    'install',
    '--only-shell',
    'chromium',
  ])
  return undefined
}

/** Options that fail fast on a machine without access to a mirror, where another browser is used. */
const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
