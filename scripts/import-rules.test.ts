import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** The rules of .dependency-cruiser.cjs on a small tree: a check that sees nothing would pass on all. */

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dashboard-doors-'))
})

afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

/** The names of the rules that an import from one file to another breaks. */
async function brokenBy(from: string, to: string): Promise<string[]> {
  const back = '../'.repeat(from.split('/').length - 1)
  write(from, `import { thing } from '${back}${to}'\nexport const other = thing\n`)
  write(to, 'export const thing = 1\n')
  return brokenRules()
}

async function brokenRules(): Promise<string[]> {
  const { output } = await cruise(
    readdirSync(root),
    { ...options, baseDir: root, ruleSet: { forbidden }, validate: true, outputType: 'json' },
    options.enhancedResolveOptions,
  )
  const result: ICruiseResult = JSON.parse(String(output))
  return result.summary.violations.map((violation) => violation.rule.name)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

it.each([
  ['contract/src/jobs.ts', 'store/src/jobs.ts'],
  ['store/src/jobs.ts', 'runner/src/main.ts'],
  ['server/src/workflows/local-engine.ts', 'runner/src/run-job.ts'],
  ['web/src/api/call.ts', 'store/src/jobs.ts'],
  ['server/src/http/errors.ts', 'server/src/jobs/jobs-routes.ts'],
  ['server/src/reports/reports-routes.ts', 'server/src/jobs/jobs-service.ts'],
  ['server/src/monitoring/presence.ts', 'server/src/jobs/jobs-service.ts'],
  ['server/src/a-new-feature/routes.ts', 'server/src/jobs/jobs-service.ts'],
  ['server/src/jobs/jobs-service.ts', 'server/src/app.ts'],
  ['web/src/features/users/users-page.tsx', 'web/src/features/jobs/jobs-queries.ts'],
  ['web/src/features/a-new-feature/page.tsx', 'web/src/features/users/users-page.tsx'],
  ['web/src/features/login/login-page.tsx', 'web/src/shell/shell.tsx'],
  ['web/src/ui/button.tsx', 'web/src/features/jobs/job-list.tsx'],
  ['web/src/session/session-context.tsx', 'web/src/features/login/login-page.tsx'],
])('refuses that %s imports %s', async (from, to) => {
  expect(await brokenBy(from, to)).not.toEqual([])
})

it.each([
  ['server/src/jobs/jobs-service.ts', 'server/src/workflows/engine.ts'],
  ['server/src/jobs/jobs-routes.ts', 'server/src/http/endpoint-routes.ts'],
  ['server/src/app.ts', 'server/src/jobs/jobs-routes.ts'],
  ['runner/src/run-job.ts', 'store/src/jobs.ts'],
  ['web/src/features/reports/reports-page.tsx', 'web/src/features/jobs/jobs-queries.ts'],
  ['web/src/features/users/users-page.tsx', 'web/src/ui/button.tsx'],
])('lets %s import %s', async (from, to) => {
  expect(await brokenBy(from, to)).toEqual([])
})

it('refuses a cycle', async () => {
  write('store/src/a.ts', "import { other } from './b.ts'\nexport const thing = other\n")
  write('store/src/b.ts', "import { thing } from './a.ts'\nexport const other = thing\n")
  expect(await brokenRules()).toContain('no-cycles')
})
