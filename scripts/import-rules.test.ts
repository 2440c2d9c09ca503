import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, it } from 'vitest'

/** Tests the rules of .dependency-cruiser.cjs: on one import that they have to refuse, and on this repository. */

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

async function findBroken(baseDir: string, folders: string[]) {
  const { output } = await cruise(
    folders,
    { ...options, baseDir, ruleSet: { forbidden }, validate: true, outputType: 'json' },
    options.enhancedResolveOptions,
  )
  const { summary }: ICruiseResult = JSON.parse(String(output))
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}

it('refuses that one feature of the server imports another', async () => {
  const root = await temporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('server/src/jobs/jobs-service.ts', 'export const thing = 1\n')
  write('server/src/new/routes.ts', "export { thing } from '../jobs/jobs-service.ts'\n")
  const broken = await findBroken(root, ['server'])
  const refused = 'server/src/new/routes.ts → server/src/jobs/jobs-service.ts'
  expect(broken.some((text) => text.endsWith(refused))).toBe(true)
})

it('finds no import in this repository that breaks a rule', async () => {
  const home = fileURLToPath(new URL('..', import.meta.url))
  const packages = ['contract', 'store', 'runner', 'server', 'web', 'doubles', 'e2e']
  expect(await findBroken(home, [...packages, 'stress', 'scripts'])).toEqual([])
})
