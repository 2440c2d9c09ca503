import type { ImportCircuit, ImportCongregation } from '@dashboard/contract/imports'
import { describe, expect, it } from 'vitest'
import { changedPlaces, countsText, hasPage, openAtFirst, placeRows } from './place-rows.ts'

const none = { new: 0, moved: 0, changed: 0, left: 0, unchanged: 0, skipped: 0 }
const asBefore = { ...none, isNew: false, isGone: false }

function congregation(name: string, counts: Partial<ImportCongregation>): ImportCongregation {
  return { ...asBefore, congregation: name, ...counts }
}

function circuit(name: string, congregations: ImportCongregation[]): ImportCircuit {
  const sum = (key: keyof typeof none) =>
    congregations.reduce((total, each) => total + each[key], 0)
  const counts = Object.keys(none).map((key) => [key, sum(key as keyof typeof none)])
  return { ...asBefore, ...Object.fromEntries(counts), circuit: name, congregations }
}

const circuits = [
  circuit('NY-1', [
    congregation('Astoria', { new: 2, left: 1 }),
    congregation('Bronx', { unchanged: 9, skipped: 3 }),
  ]),
  circuit('NY-2', [congregation('Corona', { unchanged: 4 })]),
]

const lines = (measure: Parameters<typeof placeRows>[1], open: ReadonlySet<string>) =>
  placeRows(circuits, measure, open).map(({ circuit, congregation }) =>
    congregation === undefined ? circuit : `  ${congregation}`,
  )

describe('the visible lines', () => {
  it('are circuits with something to count, and the congregations of the open ones', () => {
    expect(lines('all', new Set())).toEqual(['NY-1'])
    expect(lines('all', new Set(['["NY-1"]', '["NY-2"]']))).toEqual(['NY-1', '  Astoria'])
    expect(lines('skipped', new Set(['["NY-1"]']))).toEqual(['NY-1', '  Bronx'])
    expect(lines('moved', new Set(['["NY-1"]']))).toEqual([])
  })

  it('are expanded at first down to a single congregation', () => {
    expect([...openAtFirst(circuits, 'all')]).toContain('["NY-1","Astoria"]')
  })

  it('are collapsed at first where there would be many', () => {
    const many = Array.from({ length: 13 }, (_, index) => congregation(`C${index}`, { new: 1 }))
    expect(openAtFirst([circuit('NY-1', many)], 'all').size).toBe(0)
    expect(openAtFirst([circuit('NY-1', many.slice(1))], 'all').size).toBe(1)
  })
})

it('puts the numbers of a place into words', () => {
  const counts = { ...none, new: 2, left: 1, skipped: 3 }
  expect(countsText(counts, 'all', false)).toBe('2 new, 1 would leave')
  expect(countsText(counts, 'left', true)).toBe('1 left')
  expect(countsText(counts, 'skipped', true)).toBe('3 skipped')
})

it('finds places that are new or disappear', () => {
  const changed = [
    { ...circuit('NY-3', [congregation('Dumbo', { isNew: true })]), isNew: true },
    circuit('NY-4', [congregation('Elmhurst', { isGone: true })]),
  ]
  expect(changedPlaces(changed, 'isNew')).toEqual({
    circuits: ['NY-3'],
    congregations: [{ circuit: 'NY-3', congregation: 'Dumbo' }],
  })
  expect(changedPlaces(changed, 'isGone')).toEqual({
    circuits: [],
    congregations: [{ circuit: 'NY-4', congregation: 'Elmhurst' }],
  })
})

it('knows which places have a page: before an import those that are not new, after it those that remain', () => {
  const row = (counts: Partial<typeof asBefore>, congregation = 'Astoria') => ({
    circuit: 'NY-1',
    congregation,
    counts: { ...asBefore, ...counts },
  })
  expect([hasPage(row({}), false), hasPage(row({}), true)]).toEqual([true, true])
  expect([hasPage(row({ isNew: true }), false), hasPage(row({ isNew: true }), true)]).toEqual([
    false,
    true,
  ])
  expect([hasPage(row({ isGone: true }), false), hasPage(row({ isGone: true }), true)]).toEqual([
    true,
    false,
  ])
  expect(hasPage(row({}, ''), true)).toBe(false)
})
