import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterEach, beforeEach, expect, it } from 'vitest'

/**
 * Tests the rules of .dependency-cruiser.cjs: on a small tree whose imports they have to refuse, since a rule that
 * matches nothing would pass everything, and on this repository.
 */

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dashboard-imports-'))
})

afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

type Import = readonly [from: string, to: string]

/** Writes all imports into one tree, since evaluating the rules takes longer than reading the tree. */
function writeImports(imports: readonly Import[]): void {
  for (const [, to] of imports) write(to, 'export const thing = 1\n')
  for (const [from, itsImports] of Map.groupBy(imports, ([importer]) => importer)) {
    const back = '../'.repeat(from.split('/').length - 1)
    const lines = itsImports.map(
      ([, to], index) => `export { thing as t${index} } from '${back}${to}'`,
    )
    write(from, `${lines.join('\n')}\n`)
  }
}

/** Returns the rules that each import breaks, except the rule against cycles, which concerns several imports. */
async function brokenByEach(imports: readonly Import[]) {
  writeImports(imports)
  const broken = (await violations()).filter(({ rule }) => rule.name !== 'no-cycles')
  return imports.map(([from, to]) => ({
    import: `${from} imports ${to}`,
    rules: broken.filter((one) => one.from === from && one.to === to).map(({ rule }) => rule.name),
  }))
}

async function violations() {
  const { output } = await cruise(
    readdirSync(root),
    { ...options, baseDir: root, ruleSet: { forbidden }, validate: true, outputType: 'json' },
    options.enhancedResolveOptions,
  )
  const result: ICruiseResult = JSON.parse(String(output))
  return result.summary.violations
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const refused: Import[] = [
  ['contract/src/jobs.ts', 'store/src/jobs.ts'],
  ['store/src/jobs.ts', 'runner/src/main.ts'],
  ['server/src/engines/local/local-engine.ts', 'runner/src/run-job.ts'],
  ['web/src/api/call.ts', 'store/src/jobs.ts'],
  ['server/src/http/errors.ts', 'server/src/jobs/jobs-routes.ts'],
  ['server/src/jobs/jobs-service.ts', 'server/src/reports/start-reports-routes.ts'],
  ['server/src/reports/reports-routes.ts', 'server/src/sync/sync-routes.ts'],
  ['server/src/monitoring/presence.ts', 'server/src/jobs/jobs-service.ts'],
  ['server/src/a-new-feature/routes.ts', 'server/src/jobs/jobs-service.ts'],
  ['server/src/jobs/jobs-service.ts', 'server/src/app.ts'],
  ['server/src/jobs/queue-jobs.ts', 'server/src/engines/github/poll-runs.ts'],
  ['server/src/engines/github/api/github-client.ts', 'server/src/engines/github/poll-runs.ts'],
  ['server/src/engines/github/api/github-client.ts', 'store/src/jobs/finish-job.ts'],
  ['web/src/features/users/users-page.tsx', 'web/src/features/jobs/jobs-queries.ts'],
  ['web/src/features/a-new-feature/page.tsx', 'web/src/features/users/users-page.tsx'],
  ['web/src/features/login/login-page.tsx', 'web/src/shell/shell.tsx'],
  ['web/src/ui/button.tsx', 'web/src/features/jobs/job-list.tsx'],
  ['web/src/session/session-context.tsx', 'web/src/features/login/login-page.tsx'],
  ['store/src/database/migrate.ts', 'store/src/jobs/claim-job.ts'],
  ['store/src/database/migrate.ts', 'store/src/reports/stored-reports.ts'],
  ['store/src/files/disk-files.ts', 'store/src/database/open-database.ts'],
  ['store/src/jobs/claim-job.ts', 'store/src/reports/stored-reports.ts'],
  ['store/src/settings/settings.ts', 'store/src/database/schema.ts'],
  ['runner/src/spreadsheets/spreadsheet.ts', 'runner/src/import/import-sheet.ts'],
  ['runner/src/spreadsheets/csv/csv-file.ts', 'runner/src/export/volunteer-table.ts'],
  ['runner/src/spreadsheets/csv/csv-file.ts', 'runner/src/spreadsheets/xlsx/xlsx-reader.ts'],
  ['store/src/outside/http-answers.ts', 'runner/src/spreadsheets/sheet-error.ts'],
  ['runner/src/export/export-volunteers.ts', 'runner/src/import/reading/row-mapping.ts'],
  ['runner/src/import/import-sheet.ts', 'runner/src/reports/make-reports.ts'],
  ['runner/src/reports/content/report-data.ts', 'runner/src/import/person-key.ts'],
  ['runner/src/a-new-job/work.ts', 'runner/src/export/export-volunteers.ts'],
  ['runner/src/export/export-volunteers.ts', 'runner/src/run-job.ts'],
  ['runner/src/import/reading/read-sheet.ts', 'runner/src/import/matching/match-volunteers.ts'],
  ['runner/src/import/planning/plan-people.ts', 'runner/src/import/writing/apply-import.ts'],
  ['runner/src/import/writing/write-rows.ts', 'runner/src/import/import-sheet.ts'],
  ['runner/src/reports/content/report-data.ts', 'runner/src/reports/pdf/render-pdf.ts'],
  ['runner/src/reports/pdf/render-pdf.ts', 'runner/src/reports/make-reports.ts'],
  ['doubles/src/github/github-double.ts', 'store/src/jobs/claim-job.ts'],
  ['doubles/src/github/github-double.test.ts', 'server/src/app.ts'],
  ['doubles/src/s3/s3-double.ts', 'doubles/src/sheets/sheets-double.ts'],
  ['e2e/dashboard.ts', 'scripts/web-build.ts'],
  ['e2e/journeys/sync.spec.ts', 'server/src/app.ts'],
  ['scripts/demo-github.ts', 'e2e/dashboard.ts'],
  ['e2e/dashboard.ts', 'stress/suites.ts'],
  ['stress/bench.ts', 'server/src/app.ts'],
]

const supports = [
  'store/test/jobs.ts',
  'server/test/app.ts',
  'server/test/jobs.ts',
  'runner/src/run-job.test.ts',
  'doubles/src/s3/s3-double.ts',
  'e2e/accounts.ts',
]

it('refuses what no package may import', async () => {
  const each = await brokenByEach(refused)
  expect(each.filter(({ rules }) => rules.length === 0)).toEqual([])
})

it('refuses that product code imports test support', async () => {
  const each = await brokenByEach(
    supports.map((support) => ['server/src/jobs/jobs-service.ts', support]),
  )
  const rule = 'product-imports-no-test-support'
  expect(each.filter(({ rules }) => !rules.includes(rule))).toEqual([])
})

it('finds no import in this repository that breaks a rule', async () => {
  const home = fileURLToPath(new URL('..', import.meta.url))
  const packages = ['contract', 'store', 'runner', 'server', 'web', 'doubles', 'e2e']
  const folders = [...packages, 'stress', 'scripts']
  const { output } = await cruise(
    folders,
    { ...options, baseDir: home, ruleSet: { forbidden }, validate: true, outputType: 'json' },
    options.enhancedResolveOptions,
  )
  const { modules, summary }: ICruiseResult = JSON.parse(String(output))
  expect(modules.length).toBeGreaterThan(600)
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  expect(broken).toEqual([])
})
