import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { buildProgramsWhenStale } from './program-build.ts'

/** Root of a small tree with programs of the same names. */
let root: string

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  root = mkdtempSync(join(tmpdir(), 'dashboard-programs-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  write('server/src/main.ts', "console.log('first' satisfies string)\n")
  write('runner/src/main.ts', 'export {}\n')
  write('runner/src/heartbeat/heartbeat-thread.ts', 'export {}\n')
  write('runner/src/reports/render-thread.ts', 'export {}\n')
  write('server/src/brand/logo-renderer.ts', 'export {}\n')
  for (const command of ['admin', 'backup', 'doctor', 'restore']) {
    write(`server/src/${command}.ts`, 'export {}\n')
  }
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const start = () => spawnSync(process.execPath, ['dist/server.js'], { cwd: root, encoding: 'utf8' })

const started = () => start().stdout.trim()

const builds = () => readdirSync(join(root, 'dist')).filter((name) => !name.endsWith('.js'))

it('builds again only when a source has changed or was removed', async () => {
  write('store/src/one.ts', 'export {}\n')
  await buildProgramsWhenStale(root)
  const [first] = builds()
  await buildProgramsWhenStale(root)
  write('server/src/main.test.ts', 'a test is no part of a program\n')
  await buildProgramsWhenStale(root)
  expect(builds()).toEqual([first])
  write('server/src/main.ts', "console.log('and second')\n")
  await buildProgramsWhenStale(root)
  expect(started()).toBe('and second')
  expect(builds()).toHaveLength(2)
  rmSync(join(root, 'store/src/one.ts'))
  await buildProgramsWhenStale(root)
  expect(builds()).toHaveLength(3)
})

it('retains the builds of servers that may still run, three in all', async () => {
  for (const text of ['one', 'two', 'three', 'and four']) {
    write('server/src/main.ts', `console.log('${text}')\n`)
    await buildProgramsWhenStale(root)
  }
  expect(builds()).toHaveLength(3)
  expect(started()).toBe('and four')
})

it('is built once when two start at the same time', async () => {
  await Promise.all([buildProgramsWhenStale(root), buildProgramsWhenStale(root)])
  expect(builds()).toHaveLength(1)
  expect(started()).toBe('first')
})

it('names the line of the source in a stack trace', async () => {
  write('server/src/fails.ts', "\n\nexport function fail(): never {\n  throw new Error('no')\n}\n")
  write('server/src/main.ts', "import { fail } from './fails.ts'\n\nfail()\n")
  await buildProgramsWhenStale(root)
  const { stderr } = start()
  expect(stderr).toMatch(/at fail .*server\/src\/fails\.ts:4:/)
  expect(stderr).toMatch(/server\/src\/main\.ts:3:1/)
})
