import { readdirSync, readFileSync } from 'node:fs'
import { readPalette } from '@dashboard/contract/brand-palette'
import { contrastRatio } from '@dashboard/contract/colors'
import { describe, expect, it } from 'vitest'
import { darkRoles, lightRoles } from './src/features/brand/color-roles.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const [light = '', dark = ''] = read('./src/ui/theme.css').split('[data-theme="dark"]')

const grounds = [
  { name: 'light', css: light, roles: lightRoles(readPalette()) },
  { name: 'dark', css: dark, roles: darkRoles(readPalette()) },
]

describe.each(grounds)('theme.css on a $name background', ({ css, roles }) => {
  const variable = (name: string) =>
    new RegExp(`${name}: (#[0-9a-f]{6}|transparent);`).exec(css)?.[1]
  const ratio = (first: string, second: string) =>
    contrastRatio(variable(`--color-${first}`) ?? '', variable(`--color-${second}`) ?? '')

  it('starts with the roles of the default colors, before any script has run', () => {
    const written = Object.fromEntries(Object.keys(roles).map((name) => [name, variable(name)]))
    expect(written).toEqual(roles)
  })
  it.each(['success', 'running', 'waiting', 'failed', 'neutral'])(
    '%s is readable on its tint, and its dot stands out on page and card',
    (state) => {
      expect(ratio(`${state}-text`, `${state}-soft`)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['background', 'card', 'surface-raised', `${state}-soft`]) {
        expect(ratio(state, ground)).toBeGreaterThanOrEqual(3)
      }
    },
  )
  it('destructive buttons say so', () => {
    const onDanger = /--color-on-danger: (#[0-9a-f]{6});/.exec(light)?.[1] ?? ''
    for (const ground of ['danger', 'danger-hover']) {
      expect(contrastRatio(onDanger, variable(`--color-${ground}`) ?? '')).toBeGreaterThanOrEqual(
        4.5,
      )
    }
  })
})

it('index.html gives the browser’s frame the background of the page', () => {
  const html = read('./index.html')
  for (const { roles } of grounds) expect(html).toContain(`'${roles['--color-background']}'`)
})

describe('sizes of text', () => {
  const css = read('./src/ui/theme.css')
  const folder = new URL('./src/', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|tsx?)$/.test(path))
    .map((path) => ({ path, text: readFileSync(new URL(path, folder), 'utf8') }))

  it('are five at most, none below 13 px', () => {
    const sizes = Array.from(css.matchAll(/--text-\w+: (\d+)px;/g), ([, px]) => Number(px))
    expect(sizes).toEqual([13, 14, 16, 20, 26])
  })
  it('stand alone', () => {
    const other = /font-size: (?!var\(--text-)|\btext-\[[\d.]|\bfontSize\b/
    expect(sources.filter(({ text }) => other.test(text)).map(({ path }) => path)).toEqual([])
  })
})
