import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../vitest.faults.config.ts'

test.each([
  '@dashboard/contract/jobs',
  '@dashboard/store/database/migrate',
  '@dashboard/store/test/database',
  '@dashboard/doubles/compile-cache',
])('the tests of planted faults read %s from the tree that has the faults', (name) => {
  const aliases = config.resolve?.alias
  if (!Array.isArray(aliases)) throw new Error('The aliases are no list')
  const { find, replacement } = aliases.find(({ find }) => name.match(find)) ?? {}
  expect(find).toBeDefined()
  expect(existsSync(name.replace(find ?? '', replacement ?? ''))).toBe(true)
})
