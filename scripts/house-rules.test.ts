import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Rules of the house that no linter knows. */

const root = fileURLToPath(new URL('..', import.meta.url))
const maxLines = 300

const tracked = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((path) => /\.(ts|tsx)$/.test(path) && existsSync(join(root, path)))
const files = tracked.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Paths of the product's own files whose text matches. */
function filesWith(pattern: RegExp, within: RegExp): string[] {
  return files
    .filter(({ path, text }) => within.test(path) && !isTest(path) && pattern.test(text))
    .map(({ path }) => path)
}

it('sees the source files', () => {
  expect(files.length).toBeGreaterThan(100)
})

it('keeps files short enough to read', () => {
  const long = files.filter(({ text }) => text.split('\n').length > maxLines + 1)
  expect(long.map(({ path }) => path)).toEqual([])
})

it('names files for what they hold', () => {
  const forbidden = /^(utils?|helpers?|common|lib|misc|types|index)\.|manager/i
  expect(tracked.filter((path) => forbidden.test(basename(path)))).toEqual([])
})

it('leaves no marks of unfinished work', () => {
  const mark = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX|@ts-', 'ignore|biome-', 'ignore'].join(''))
  expect(files.filter(({ text }) => mark.test(text)).map(({ path }) => path)).toEqual([])
})

it('reads the environment in one place', () => {
  expect(filesWith(/process\.env\b/, /^(contract|store|runner|server|web)\/src\//)).toEqual([
    'store/src/settings-of-run.ts',
    'store/src/settings.ts',
  ])
})

it('calls the server from one place of the web app', () => {
  expect(filesWith(/(?<![\w.])fetch\(/, /^web\/src\//)).toEqual(['web/src/api/call.ts'])
})

it('changes the status of jobs in one folder', () => {
  const writes = /updateTable\('jobs'\)[^;]*?\.set\(\{[^}]*\bstatus:/
  expect(filesWith(writes, /^(store|runner|server)\/src\//).toSorted()).toEqual([
    'store/src/jobs/claim-job.ts',
    'store/src/jobs/finish-job.ts',
    'store/src/jobs/insert-run-job.ts',
    'store/src/jobs/retry-job.ts',
  ])
})
