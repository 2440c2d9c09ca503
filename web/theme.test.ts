import { readFileSync } from 'node:fs'
import { readPalette } from '@dashboard/contract/brand-palette'
import { contrastRatio } from '@dashboard/contract/colors'
import { describe, expect, it } from 'vitest'
import { colorRoles } from './src/ui/color-roles.ts'

describe('theme.css', () => {
  const css = readFileSync(new URL('./src/ui/theme.css', import.meta.url), 'utf8')
  const variable = (name: string) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(css)?.[1]

  it('starts with the roles of the default colors, before any script has run', () => {
    const roles = colorRoles(readPalette())
    const written = Object.fromEntries(Object.keys(roles).map((name) => [name, variable(name)]))
    expect(written).toEqual(roles)
  })
  it.each(['success', 'running', 'waiting', 'failed', 'neutral'])(
    '%s reads on its tint',
    (state) => {
      const text = variable(`--color-${state}-text`)
      const soft = variable(`--color-${state}-soft`)
      expect(contrastRatio(text ?? '', soft ?? '')).toBeGreaterThanOrEqual(4.5)
    },
  )
})
