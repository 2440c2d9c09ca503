import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { unscopedReads } from './circuit-reads.ts'
import { environmentReads, networkUses } from './global-uses.ts'
import { jobStatusWrites } from './job-status-writes.ts'
import { pagePaths } from './page-paths.ts'
import { parseSource, type SourceTree } from './source-tree.ts'

/** Tests rules of this repository that no linter checks. */

const root = fileURLToPath(new URL('..', import.meta.url))

const tracked = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((path) => /\.(ts|tsx)$/.test(path) && existsSync(join(root, path)))
const files = tracked.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Recognizes test support by its name, as .dependency-cruiser.cjs does. */
const isTest = (path: string) => /\.(test|spec)\.tsx?$|^[^/]+\/test\//.test(path)
const product = files.filter(({ path }) => /^(contract|store|runner|server|web)\/src\//.test(path))
const trees = product
  .filter(({ path }) => !isTest(path))
  .map(({ path, text }) => parseSource(path, text))
const webTrees = trees.filter(({ path }) => path.startsWith('web/'))

/** Returns paths of the trees in which a rule finds something. */
function pathsFound(within: readonly SourceTree[], rule: (tree: SourceTree) => number[]): string[] {
  return within.filter((tree) => rule(tree).length > 0).map(({ path }) => path)
}

it('sees the source files', () => {
  expect(files.length).toBeGreaterThan(100)
})

it('names files for what they hold', () => {
  const forbidden = /^(utils?|helpers?|common|lib|misc|types|index)\.|manager/i
  expect(tracked.filter((path) => forbidden.test(basename(path)))).toEqual([])
})

it('leaves no marks of unfinished work', () => {
  const mark = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX|@ts-', 'ignore|biome-', 'ignore'].join(''))
  expect(files.filter(({ text }) => mark.test(text)).map(({ path }) => path)).toEqual([])
})

it('takes the answer of a call for a success, not what a query has resolved with', () => {
  const shared = /\.(fetchQuery|ensureQueryData|refetchQueries)\(/
  const found = files.filter(({ path, text }) => path.startsWith('web/src/') && shared.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})

it('loads language data when it is used, not with the module', () => {
  const whileLoading = /^(export )?const \w+ = new Intl\.|\.toLocaleString\(/m
  expect(product.filter(({ text }) => whileLoading.test(text)).map(({ path }) => path)).toEqual([])
})

it('reads the environment in one place', () => {
  expect(pathsFound(trees, environmentReads).toSorted()).toEqual([
    // Passes a part of the environment on to the runners on this machine.
    'store/src/settings/runner-environment.ts',
    'store/src/settings/settings-of-run.ts',
    'store/src/settings/settings.ts',
  ])
})

it('calls the server from one place of the web app', () => {
  expect(pathsFound(webTrees, networkUses)).toEqual(['web/src/api/call.ts'])
})

it('spells out the addresses of pages in one place', () => {
  expect(pathsFound(webTrees, pagePaths)).toEqual(['web/src/paths.ts'])
})

it('changes the status of jobs in one folder', () => {
  expect(pathsFound(trees, jobStatusWrites).toSorted()).toEqual([
    // These receive a table's name: tables of volunteers, of presence, and all tables when everything is moved.
    'runner/src/import/planning/plan-stage.ts',
    'runner/src/import/writing/move-stage.ts',
    'runner/src/import/writing/store-plan.ts',
    'server/src/backup/copy-rows.ts',
    'server/src/monitoring/presence.ts',
    'store/src/database/write-rows.ts',
    'store/src/jobs/claim-job.ts',
    'store/src/jobs/finish-job.ts',
    'store/src/jobs/github-started-jobs.ts',
    'store/src/jobs/insert-jobs.ts',
    'store/src/jobs/insert-run-job.ts',
    'store/src/jobs/retry-job.ts',
  ])
})

it('reads what is of circuits from scoped databases, but for what the server does by itself', () => {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const unscoped = trees.filter(
    ({ path }) => path.startsWith('server/') && !texts.get(path)?.includes('/scoped-database'),
  )
  expect(pathsFound(unscoped, unscopedReads).toSorted()).toEqual([
    'server/src/backup/make-backup.ts',
    'server/src/backup/restore/prepare-database.ts',
    'server/src/backup/restore/refuse-running.ts',
    'server/src/engines/local/handle-runner-end.ts',
    // The monitoring counts for everybody and has no user.
    'server/src/health/read-figures.ts',
    // Removes expired data, whoever owns it.
    'server/src/imports/prune-imports.ts',
    'server/src/notices/age-notices.ts',
    'server/src/notices/outbox/collect-messages.ts',
    'server/src/schedules/start-due-runs.ts',
    'server/src/sync/wait-for-import.ts',
    // Reads the user's own active jobs.
    'server/src/volunteers/export/volunteer-list-routes.ts',
    // Reads everybody's data; searches leave out people whom the user may not see.
    'server/src/volunteers/search/build-index.ts',
  ])
})
