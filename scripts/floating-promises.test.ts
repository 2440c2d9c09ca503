import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** Tests the rules of .oxlintrc.json on planted promises that nothing awaits. */

const root = fileURLToPath(new URL('..', import.meta.url))

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-promises-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    types: ['node'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  write('package.json', JSON.stringify({ type: 'module' }))
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }))
  write(
    'source.ts',
    `import type { Kysely } from 'kysely'
export async function save(): Promise<void> {}
export const inferred = () => save()
export interface Store { put(): Promise<void> }
export declare const store: Store | undefined
export declare const db: Kysely<{ jobs: { id: string } }>
`,
  )
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text)
}

/** Returns the lines of the file that the linter reports. */
function foundLines(path: string, lines: string[]): number[] {
  write(path, lines.join('\n'))
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/oxlint/bin/oxlint'),
      ...['--type-aware', '--config', join(root, '.oxlintrc.json'), '--format=unix', path],
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  const found = [...stdout.matchAll(/^[\w.]+:(\d+):\d+: .*-promises\)\]$/gm)].map(([, line]) =>
    Number(line),
  )
  expect(status).toBe(found.length > 0 ? 1 : 0)
  return found.toSorted((a, b) => a - b)
}

it('refuses a promise that nothing awaits, wherever its function comes from', () => {
  const lines = [
    "import { writeFile } from 'node:fs/promises'",
    "import { db, inferred, save, store } from './source.ts'",
    'save()',
    'inferred()',
    'store?.put()',
    "writeFile('a', 'b')",
    "db.deleteFrom('jobs').execute()",
    'save().then(() => {})',
    'if (store) save()',
    ';[1].map(() => save())',
    ';[1].forEach(async () => save())',
    'setTimeout(async () => save(), 5)',
    'export const isSaved = save() ? 1 : 2',
  ]
  expect(foundLines('planted.ts', lines)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

it('refuses one in a component', () => {
  const lines = [
    "import { save } from './source.ts'",
    'export function Button() {',
    '  return <button type="button" onClick={() => { save() }}>Save</button>',
    '}',
  ]
  expect(foundLines('planted.tsx', lines)).toEqual([3])
})

it('allows promises that are awaited, returned, caught or left on purpose', () => {
  const lines = [
    "import { save } from './source.ts'",
    'await save()',
    'export const saved = save()',
    'save().catch(() => {})',
    'void save()',
    'await Promise.all([1].map(() => save()))',
  ]
  expect(foundLines('planted.ts', lines)).toEqual([])
})
