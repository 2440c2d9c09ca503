import { describe, expect, it } from 'vitest'
import { findByLabel } from './search-by.ts'

const labels = [
  ...['NY-2', 'NY-10', 'nj 07, north', 'São Paulo', 'St. Mary’s', 'Łódź', 'Ürümqi Straße'],
]
const items = labels.map((label) => ({ label }))
const found = (search: string) => findByLabel(items, search).map(({ label }) => label)

describe('findByLabel', () => {
  it.each([
    [' NJ ', ['nj 07, north']],
    ['ny', ['NY-2', 'NY-10']],
    ['Y-10', ['NY-10']],
    ['Sao Paulo', ['São Paulo']],
    ["mary's", ['St. Mary’s']],
    ['Lodz', ['Łódź']],
    ['URUMQI STRASSE', ['Ürümqi Straße']],
    ['ürümqi', ['Ürümqi Straße']],
    ['zz', []],
  ])('finds "%s" within labels as Find does', (search, expected) => {
    expect(found(search)).toEqual(expected)
  })
  it('finds punctuation alone as it is written', () => {
    expect(found('-')).toEqual(['NY-2', 'NY-10'])
    expect(found('’')).toEqual(['St. Mary’s'])
  })
  it('returns the same array when nothing is searched', () => {
    expect(findByLabel(items, '  ')).toBe(items)
  })
  it('finds in another list what that list has', () => {
    expect(found('lodz')).toEqual(['Łódź'])
    expect(findByLabel([{ label: 'Lodz Nord' }], 'lodz')).toEqual([{ label: 'Lodz Nord' }])
  })
})
