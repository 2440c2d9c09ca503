import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { ensureBrowser } from './browser.ts'
import { buildWebWhenStale } from './web-build.ts'
import { keepsToBudget, weighWebApp } from './web-weight.ts'

/**
 * Runs all checks and tests. `--quick` leaves out the browser specs.
 * The last line is `N passed, N failed`; each check and each test counts as one.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const memoryFolder = '/dev/shm'
const memoryNeeded = 4 * 1024 ** 3
const quick = process.argv.includes('--quick')
const isWindows = process.platform === 'win32'
const tool = (name: string) => join(root, 'node_modules/.bin', isWindows ? `${name}.cmd` : name)

useMemoryForTemporaryFiles()

let passed = 0
let failed = 0
const count = (ok: boolean) => {
  if (ok) passed += 1
  else failed += 1
}

/**
 * Databases of tests lie in memory where the system has a folder for that with room: waiting until each
 * change is on the disk takes more than half of the time of a test that writes.
 */
function useMemoryForTemporaryFiles(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(memoryFolder)) return
  const { bavail, bsize } = statfsSync(memoryFolder)
  if (bavail * bsize >= memoryNeeded) process.env.TMPDIR = memoryFolder
}

async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child: ChildProcess = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: isWindows,
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

async function check(title: string, work: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now()
  console.log(`\n== ${title}`)
  const ok = await work()
  count(ok)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`== ${title}: ${ok ? 'passed' : 'FAILED'} in ${seconds} s`)
}

interface VitestResult {
  numPassedTests: number
  numFailedTests: number
}

async function unitAndRoutes(): Promise<boolean> {
  const postgres = await startPostgres()
  if (!postgres) console.log('No PostgreSQL server on this machine: PGlite stands for it.')
  const output = join(tmpdir(), `dashboard-vitest-${process.pid}.json`)
  try {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${output}`]
    const env = postgres ? { TEST_POSTGRES_URL: postgres.url } : {}
    const ok = await run(tool('vitest'), ['run', ...reporters], env)
    const result = JSON.parse(readFileSync(output, 'utf8')) as VitestResult
    passed += result.numPassedTests
    failed += result.numFailedTests
    return ok
  } finally {
    rmSync(output, { force: true })
    await postgres?.stop()
  }
}

interface PlaywrightResult {
  stats: { expected: number; unexpected: number; flaky: number }
}

async function browserSpecs(project: string): Promise<boolean> {
  buildWebWhenStale()
  const browser = ensureBrowser()
  const output = join(tmpdir(), `dashboard-playwright-${process.pid}.json`)
  try {
    const ok = await run(
      tool('playwright'),
      [
        ...['test', '--config', 'e2e/playwright.config.ts'],
        ...[`--project=${project}`, '--reporter=list,json'],
      ],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: output, ...(browser && { CHROMIUM_PATH: browser }) },
    )
    const { stats } = JSON.parse(readFileSync(output, 'utf8')) as PlaywrightResult
    passed += stats.expected
    failed += stats.unexpected + stats.flaky
    return ok && stats.flaky === 0
  } finally {
    rmSync(output, { force: true })
  }
}

await check('Format and lint', () => run(tool('biome'), ['ci', '.']))
await check('No floating promises', () => run(tool('oxlint'), ['--type-aware', '.']))
await check('Types', async () => {
  const projects = ['tsconfig.json', 'web/tsconfig.json', 'e2e/tsconfig.json']
  const results = await Promise.all(projects.map((project) => run(tool('tsc'), ['-p', project])))
  return results.every(Boolean)
})
await check('Import rules', () =>
  run(tool('depcruise'), [
    ...['contract', 'store', 'runner', 'server', 'web', 'doubles', 'e2e', 'scripts'],
    ...['--config', '.dependency-cruiser.cjs'],
  ]),
)
await check('Nothing unused', () => run(tool('knip'), []))
await check('Unit and route tests', unitAndRoutes)
await check('Web build', () => run(process.execPath, ['scripts/build.ts']))
await check('Weight of the web app', async () => keepsToBudget(weighWebApp()))
if (!quick) {
  if (!hasPostgres()) {
    console.log('No PostgreSQL server on this machine: the specs in with-postgres are left out.')
  }
  await check('Browser specs', () => browserSpecs('journeys'))
  await check('Interaction times', () => browserSpecs('interaction-time'))
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
