import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeSettingsPage } from './settings-page.ts'

test('docs/settings.md is what `npm run settings-page` writes', () => {
  const page = readFileSync(fileURLToPath(new URL('../docs/settings.md', import.meta.url)), 'utf8')
  expect(page).toBe(makeSettingsPage())
})
