import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Calls that invite attacks, and the few product files that may contain them. */

const root = fileURLToPath(new URL('..', import.meta.url))
const product = /^(contract|store|runner|server|web)\/src\/(?!.*\.test\.).*\.tsx?$/
const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.stdout
  .split('\n')
  .filter((path) => product.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

it('sees the files of the product', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(files.map(({ path }) => path)).not.toContain('server/test/app.ts')
})

interface Rule {
  what: string
  call: RegExp
  within?: RegExp
  allowed?: string[]
}

const programs = [
  'server/src/backup/backup-loop.ts',
  'server/src/brand/logo-picture.ts',
  'server/src/columns/sheet-head.ts',
  'server/src/engines/local/runner-process.ts',
  'server/src/imports/sheet-watch.ts',
  'server/src/monitoring/preflight.ts',
]
const server = /^(contract|store|server)\//
const web = /^web\//

it.each<Rule>([
  { what: 'text run as code', call: /\beval\s*\(|\bnew Function\s*\(|node:vm\b/ },
  { what: 'programs started', call: /node:child_process/, allowed: programs },
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
    within: server,
    // Spreads retries over time.
    allowed: ['store/src/database/lent-connections.ts', 'store/src/outside/retry-with-backoff.ts'],
  },
  {
    what: 'text put into a page as HTML',
    call: /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
  },
  { what: 'messages of other windows', call: /postMessage|['"]message['"]/, within: web },
  {
    what: 'data kept in the browser',
    call: /localStorage|sessionStorage|indexedDB/,
    within: web,
    allowed: [
      'web/src/features/automation-status/first-steps-kept.ts',
      'web/src/features/find/find-keys.ts',
      'web/src/features/reports/new-reports.ts',
      'web/src/features/volunteers/volunteer-columns.ts',
      'web/src/session/asked-address.ts',
      'web/src/session/openid-attempt.ts',
      'web/src/session/session-token.ts',
      'web/src/shell/user-menu.tsx',
    ],
  },
  {
    what: 'cookies',
    call: /document\.cookie|cookieStore|set-cookie/i,
    allowed: ['web/src/shell/sidebar-state.ts'],
  },
])('there are no $what but where it must be', ({ call, within = /./, allowed = [] }) => {
  const found = files.filter(({ path, text }) => within.test(path) && call.test(text))
  expect(found.map(({ path }) => path).toSorted()).toEqual(allowed)
})
