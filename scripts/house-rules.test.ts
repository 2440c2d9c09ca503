import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableRules } from '@dashboard/store/database/scoped-tables'
import { expect, it } from 'vitest'
import { repositoryFiles, repositoryRoot } from './repository-files.ts'

/** Tests rules of this repository that no linter has, by a pattern each. */

const files = repositoryFiles()
  .filter((path) => /\.(ts|tsx)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))

/** Recognizes test support by its name, as .dependency-cruiser.cjs does. */
const isTest = (path: string) => /\.(test|spec)\.tsx?$|^[^/]+\/test\//.test(path)
const product = files.filter(({ path }) => /^(contract|store|runner|server|web)\/src\//.test(path))
const code = product.filter(({ path }) => !isTest(path))
const web = code.filter(({ path }) => path.startsWith('web/'))

/** Returns the paths of the files whose text matches. */
const pathsOf = (within: typeof files, pattern: RegExp) =>
  within
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

it('counts on the answer of a call for a success, not on what a query resolves with', () => {
  const shared = /\.(fetchQuery|ensureQueryData|refetchQueries)\(/
  expect(pathsOf(web, shared)).toEqual([])
})

it('spells out the addresses of pages in one place', () => {
  const address =
    /["']\/(?!api\/)[a-z][\w/:-]*["']|[({ =]`\/(?!api\/)[a-z][^`]*\$\{|\b(href|to)=["']\//
  expect(pathsOf(web, address)).toEqual(['web/src/paths.ts'])
})

it('changes jobs in one folder', () => {
  const change = /(updateTable|insertInto|replaceInto|mergeInto)\(\s*['"`]jobs\b/
  const others = pathsOf(code, change).filter((path) => !path.startsWith('store/src/jobs/'))
  expect(others).toEqual([])
})

it('reads tables of circuits through scoped databases, except for the work of the server itself', () => {
  const tables = Object.entries(tableRules).flatMap(([table, rule]) =>
    typeof rule === 'function' ? [table] : [],
  )
  const read = new RegExp(
    `(selectFrom|Join|table)\\(\\s*['"\`](${tables.join('|')})\\b|selectActiveJobs\\(`,
  )
  const unscoped = code.filter(
    ({ path, text }) => path.startsWith('server/') && !text.includes('/scoped-database'),
  )
  expect(pathsOf(unscoped, read)).toEqual([
    'server/src/backup/make-backup.ts',
    'server/src/backup/restore/prepare-database.ts',
    'server/src/backup/restore/refuse-running.ts',
    'server/src/engines/local/handle-runner-end.ts',
    // The monitoring counts for everybody and has no user.
    'server/src/health/read-figures.ts',
    'server/src/notices/age-notices.ts',
    'server/src/schedules/start-due-runs.ts',
    'server/src/sync/wait-for-import.ts',
    // Reads the user's own active jobs.
    'server/src/volunteers/export/volunteer-list-routes.ts',
    // Reads everybody's data; searches leave out people whom the user may not see.
    'server/src/volunteers/search/build-index.ts',
  ])
})

interface ForbiddenCall {
  what: string
  call: RegExp
  within?: RegExp
  allowed?: string[]
}

it.each<ForbiddenCall>([
  { what: 'commands given to a shell', call: /\bexecSync\b|(?<!\.)\bexec\(|shell:\s*true/ },
  { what: 'SQL made of text', call: /\bsql\.raw\b/ },
  {
    what: 'weak hashes and ciphers',
    call: /['"](md5|sha-?1|rc4|des(-\w+)*|aes-\w+-ecb)['"]/i,
    // Collisions do not affect HMAC, and authenticator apps support only this hash.
    allowed: ['server/src/accounts/factors/totp.ts'],
  },
  {
    what: 'random numbers that can be guessed',
    call: /Math\.random/,
    within: /^(contract|store|server)\//,
    // Spreads retries over time.
    allowed: [
      'store/src/database/pool-adapter.ts',
      'store/src/database/transactions.ts',
      'store/src/outside/retry-with-backoff.ts',
    ],
  },
  {
    what: 'text put into a page as HTML',
    call: /\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
  },
])('there are no $what except where listed', ({ call, within = /./, allowed = [] }) => {
  expect(
    pathsOf(
      code.filter(({ path }) => within.test(path)),
      call,
    ),
  ).toEqual(allowed)
})
