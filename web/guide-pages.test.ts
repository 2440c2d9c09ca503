import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guidePage } from './guide-pages.ts'

describe('a page of the guide', () => {
  it('links to pages of the guide, and names other pages', () => {
    const { html } = guidePage(
      '# Your data\n\n## The format\n\n[The sheet](sheet-format.md#columns), [here](#the-format), [the guard](imports.md#the-guard).',
    )
    expect(html).toContain('<title>Your data - SMPW Dashboard</title>')
    expect(html).toContain('<h2 id="the-format">')
    expect(html).toContain(
      '<a href="sheet-format.html#columns">The sheet</a>, <a href="#the-format">here</a>, the guard.',
    )
  })

  it('shows only pictures of the documentation', () => {
    const { html, pictures } = guidePage('![The card](screenshots/card-1280.png)')
    expect(html).toContain('<img src="screenshots/card-1280.png" alt="The card"')
    expect(pictures).toEqual(['screenshots/card-1280.png'])
    expect(() => guidePage('![x](https://example.org/x.png)')).toThrow('No picture')
  })

  it.each(['your-data', 'sheet-format'])('%s has no dead link', (name) => {
    const { html } = guidePage(
      readFileSync(join(import.meta.dirname, `../docs/${name}.md`), 'utf8'),
    )
    const ids = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
    const inPage = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
    expect(inPage.filter((id) => !ids.has(id))).toEqual([])
  })
})
