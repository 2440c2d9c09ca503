import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readVariables } from '@dashboard/store/settings/settings-variables'
import { describe, expect, it } from 'vitest'
import { settingGroups } from './settings-meanings.ts'
import { makeSettingsPage } from './settings-page.ts'

const meanings = settingGroups.flatMap(({ settings }) => Object.entries(settings))

describe('docs/settings.md', () => {
  it('is what `npm run settings-page` writes', () => {
    const page = readFileSync(
      fileURLToPath(new URL('../docs/settings.md', import.meta.url)),
      'utf8',
    )
    expect(page).toBe(makeSettingsPage())
  })

  it('has every setting once', () => {
    const names = Object.keys(readVariables({}))
    expect(meanings.map(([name]) => name).sort()).toEqual(names.sort())
  })

  it('names the defaults that the schemas have, and no other', () => {
    const unset = readVariables({})
    for (const [name, { default: value }] of meanings) {
      const read = readVariables(value === undefined ? {} : { [name]: value })
      expect(read, name).toEqual(unset)
      const hasDefault = ![undefined, false].includes(unset[name as keyof typeof unset] as never)
      expect(value !== undefined, name).toBe(hasDefault)
    }
  })
})
