import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('keeps what a program compiled, and passes the folder on to the programs that it starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = `
    import { useCompileCache } from './scripts/compile-cache.ts'
    useCompileCache(${JSON.stringify(folder)})
    await import('./contract/src/limits.ts')
    console.log(process.env.NODE_COMPILE_CACHE)`
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: environment,
    encoding: 'utf8',
  })
  expect(printed.trim()).toBe(folder)
  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(1)
})
