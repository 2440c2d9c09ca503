import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureBrowser } from './browser.ts'
import { buildWhenStale } from './build-when-stale.ts'

/**
 * Judges every page by Lighthouse, as a phone and as a laptop see it (docs/testing.md#lighthouse). It brings 140
 * packages and is wanted a few times a year, so that it is installed beside the project when it is first used.
 */

const version = '13.5.0'
const folder = fileURLToPath(new URL(`../.cache/lighthouse-${version}`, import.meta.url))

if (!existsSync(join(folder, 'node_modules'))) install()
await buildWhenStale()
// scripts import nothing of the browser specs; this is its JudgeOptions.
const { judgePages } = (await import(
  new URL('../e2e/lighthouse/judge-pages.ts', import.meta.url).href
)) as { judgePages: (options: object) => Promise<number> }
const below = await judgePages({
  lighthouseUrl: pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href,
  browser: ensureBrowser(),
  wanted: process.argv.slice(2),
  print: console.log,
})
process.exitCode = below === 0 ? 0 : 1

function install(): void {
  console.log(`Installing Lighthouse ${version} in ${folder}`)
  mkdirSync(folder, { recursive: true })
  const { status: installed } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${version}`],
    { stdio: 'inherit', shell: process.platform === 'win32' },
  )
  if (installed !== 0) throw new Error('Lighthouse could not be installed; see the lines above.')
}
