import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test-folder'
import { expect, it } from 'vitest'

it('keeps what a program compiled, and passes the folder on to the programs that it starts', async () => {
  const folder = join(await temporaryFolder(), 'compiled')
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
