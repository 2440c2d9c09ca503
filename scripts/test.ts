import { existsSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { ensureBrowser } from './browser.ts'
import { buildWhenStale } from './build-when-stale.ts'
import { check, checkTogether, countTests, printTotals, run } from './checks.ts'
import {
  describeSlowest,
  type FileTime,
  readPlaywrightReport,
  readVitestReport,
} from './test-reports.ts'
import { keepsToBudget, weighWebApp } from './web-weight.ts'

/**
 * Runs the checks, and the tests that show the product; with `--all` all tests (docs/testing.md#two-runs), with
 * `--without-browser` those that need none. The last line is `N passed, N failed`; each check and each test counts as
 * one.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const memoryFolder = '/dev/shm'
const memoryNeeded = 4 * 1024 ** 3
const all = process.argv.includes('--all')
const withBrowser = !process.argv.includes('--without-browser')
const tool = (name: string) => join(root, 'node_modules/.bin', name)

useMemoryForTemporaryFiles()

/**
 * Puts databases of tests into memory if the system has such a folder with enough space: waiting until each change is
 * on disk takes more than half of the time of a test that writes.
 */
function useMemoryForTemporaryFiles(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(memoryFolder)) return
  const { bavail, bsize } = statfsSync(memoryFolder)
  if (bavail * bsize >= memoryNeeded) process.env.TMPDIR = memoryFolder
}

const fileTimes: FileTime[] = []

async function onSqlite(): Promise<boolean> {
  return vitest(['unit', 'pages', 'sqlite'])
}

/** Runs the same east of UTC, the tests of programs, and on PostgreSQL those that may differ there. */
async function onBothDatabases(): Promise<boolean> {
  const postgres = await startPostgres()
  if (!postgres) console.log('No PostgreSQL server on this machine: PGlite takes its place.')
  const env = {
    TEST_ZONE: 'Pacific/Auckland',
    ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
  }
  try {
    return await vitest(
      ['unit', 'pages', 'sqlite', 'programs', postgres ? 'postgres' : 'pglite'],
      env,
    )
  } finally {
    await postgres?.stop()
  }
}

async function vitest(names: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const output = join(tmpdir(), `dashboard-vitest-${process.pid}.json`)
  try {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${output}`]
    const ok = await run(tool('vitest'), ['run', ...projectsOf(names), ...reporters], { env })
    const { times, ...tests } = readVitestReport(output, root)
    countTests(tests)
    fileTimes.push(...times)
    return ok
  } finally {
    rmSync(output, { force: true })
  }
}

async function browserSpecs(...names: string[]): Promise<boolean> {
  await buildWhenStale()
  const browser = ensureBrowser()
  const output = join(tmpdir(), `dashboard-playwright-${process.pid}.json`)
  try {
    const ok = await run(
      tool('playwright'),
      [
        ...['test', '--config', 'e2e/playwright.config.ts'],
        ...projectsOf(names),
        '--reporter=list,json',
      ],
      { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: output, ...(browser && { CHROMIUM_PATH: browser }) } },
    )
    const { times, ...tests } = readPlaywrightReport(output)
    countTests(tests)
    fileTimes.push(...times)
    return ok
  } finally {
    rmSync(output, { force: true })
  }
}

function projectsOf(names: string[]): string[] {
  return names.map((name) => `--project=${name}`)
}

const tsconfigs = [
  'tsconfig.json',
  'web/tsconfig.json',
  'web/test/tsconfig.json',
  'e2e/tsconfig.json',
]

await checkTogether({
  Types: tsconfigs.map((path) => [tool('tsc'), '--singleThreaded', '-p', path]),
  'Promises, marks and code from text': [[tool('oxlint'), '--type-aware', '.']],
  Build: [[process.execPath, 'scripts/build.ts']],
  'Nothing unused': [[tool('knip')]],
  'Format and lint': [[tool('biome'), 'ci', '.']],
})
await check('Unit and route tests', all ? onBothDatabases : onSqlite)
await check('Weight of the web app', async () => keepsToBudget(weighWebApp()))
if (withBrowser && !all) {
  await check('Browser specs', () => browserSpecs('journeys', 'specification'))
}
if (all) {
  if (!hasPostgres()) {
    console.log('No PostgreSQL server on this machine: the specs in with-postgres are left out.')
  }
  const pages = ['conditions', 'accessibility', 'journeys', 'specification']
  await check('Browser specs', () => browserSpecs('programs', ...pages))
  await check('Interaction times', () => browserSpecs('interaction-time'))
}

console.log(`\n${describeSlowest(fileTimes)}`)
process.exitCode = printTotals() ? 0 : 1
