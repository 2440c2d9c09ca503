import type { ColumnMatch, ColumnUse, NameOrder } from '@dashboard/contract/columns'
import { ColumnMatch as ColumnMatchSchema, missingUses } from '@dashboard/contract/columns'
import { describe, expect, it } from 'vitest'
import { type ForeignSheet, foreignSheets } from '../../test/foreign-sheets.ts'
import { readWords, slotsByDay, slotsOfDay } from './day-cells.ts'
import { matchRows, splitName } from './match-rows.ts'
import { findTitles, proposeMatch } from './propose-match.ts'

async function* each(rows: readonly string[][]) {
  for (const row of rows) yield [...row]
}

function propose({ rows, choices = {} }: ForeignSheet) {
  const head = findTitles(rows)
  if (head === undefined) throw new Error('No titles were found')
  const { match, certainty } = proposeMatch(rows[head] ?? [], rows.slice(head + 1))
  for (const [title, use] of Object.entries(choices)) {
    if (title === 'nameOrder') match.nameOrder = use as NameOrder
    const column = match.columns.find((each) => each.title === title)
    if (column) column.use = use as ColumnUse
  }
  return { head, match, certainty }
}

async function readMatched(sheet: ForeignSheet, match: ColumnMatch, head: number) {
  const titles = sheet.rows[head]
  const matched: string[][] = []
  const findMatch = (cells: string[]) => (cells.join() === titles?.join() ? match : undefined)
  for await (const row of matchRows(each(sheet.rows), findMatch)) matched.push(row)
  expect(matched).toHaveLength(sheet.rows.length)
  const [ours = [], ...people] = matched.slice(head)
  return people.map((cells) => Object.fromEntries(ours.map((title, at) => [title, cells[at]])))
}

const expected = [
  {
    'First Name': 'Ana María',
    'Last Name': 'Gómez',
    'Mobile Phone': '+1 212 555 0101',
    'Email Address': 'ana@example.org',
    Circuit: 'NY-5',
    Congregation: 'Central',
    Available: 'yes',
    Saturday: 'Morning; Afternoon',
  },
  {
    'First Name': 'Luis',
    'Last Name': 'Ortega Ruiz',
    'Mobile Phone': '+1 212 555 0102',
    'Email Address': 'luis@example.org',
    Circuit: 'NY-6',
    Congregation: 'Riverside',
    Available: 'no',
    Saturday: '',
  },
]

describe('proposeMatch', () => {
  it('gives a column to our own title, wherever it stands', () => {
    const { match } = proposeMatch(['Phone', 'Mobile Phone'], [['212 555 0101', '212 555 0102']])
    expect(match.columns.map(({ use }) => use)).toEqual(['Leave out', 'Mobile Phone'])
  })
})

describe('sheets that nobody wrote for the dashboard', () => {
  it.each(foreignSheets)('$name', async (sheet) => {
    const { head, match } = propose(sheet)
    expect(ColumnMatchSchema.parse(match)).toEqual(match)
    expect(missingUses(match)).toEqual([])
    const people = await readMatched(sheet, match, head)
    const wanted = expected.map((person, at) => {
      const [first, last] = sheet.names?.[at] ?? [person['First Name'], person['Last Name']]
      return expect.objectContaining({ ...person, 'First Name': first, 'Last Name': last })
    })
    expect(people).toEqual(wanted)
  })

  it('asks for no choice by hand in most of them', () => {
    expect(foreignSheets).toHaveLength(15)
    expect(
      foreignSheets.filter(({ choices }) => choices === undefined).length,
    ).toBeGreaterThanOrEqual(12)
  })
})

describe('whole names', () => {
  it.each([
    ['last-word', 'Ann Mary Lee', 'Ann Mary', 'Lee'],
    ['first-word', 'Ana Gómez Ruiz', 'Ana', 'Gómez Ruiz'],
    ['family-first', 'Kim Min Jun', 'Min Jun', 'Kim'],
    ['comma', 'Lee,  Ann Mary', 'Ann Mary', 'Lee'],
    ['last-word', 'Lee, Ann', 'Ann', 'Lee'],
    ['comma', 'Prince', '', 'Prince'],
    ['last-word', '  Ann\u00a0 Lee ', 'Ann', 'Lee'],
  ] as const)('by %s: %s', (order, name, first, last) => {
    expect(splitName(name, order)).toEqual({ first, last })
  })
})

describe('days in a list', () => {
  const all = 'Morning; Afternoon; Evening'
  it.each([
    ['Mon, Wed', { Monday: all, Wednesday: all }],
    ['Mon AM; Mon PM', { Monday: 'Morning; Afternoon' }],
    ['Sat 9:00-12:00', { Saturday: '9:00-12:00' }],
    ['Lunes a partir de las 14:00', { Monday: 'a partir de las 14:00' }],
    ['Fri-Mon', { Friday: all, Saturday: all, Sunday: all, Monday: all }],
    ['lunes – miércoles: mañana', { Monday: 'Morning', Tuesday: 'Morning', Wednesday: 'Morning' }],
    ['пн, ср вечером', { Monday: all, Wednesday: 'Evening' }],
    ['by arrangement', {}],
    ['', {}],
  ])('%s', (cell, slots) => {
    expect(Object.fromEntries(slotsByDay(cell, readWords([])))).toEqual(slots)
  })
})

it('takes a word for what an administrator has said it means', () => {
  const words = readWords([
    { kind: 'flag', word: 'Pendiente', meaning: 'no' },
    { kind: 'slot', word: 'Turno 1', meaning: 'Morning; Midday' },
    { kind: 'day', word: 'D1', meaning: 'Monday' },
  ])
  expect(words.flag('PENDIENTE ')).toBe('no')
  expect(slotsOfDay('turno 1', words, null)).toBe('Morning; Midday')
  expect([...slotsByDay('D1 turno 1', words)]).toEqual([['Monday', 'Morning; Midday']])
})

it('finds a mark, a slot and a word that nobody knows in the column of a day', () => {
  const words = readWords([])
  expect(slotsOfDay('x', words, 'Morning')).toBe('Morning')
  expect(slotsOfDay('x', words, null)).toBe('Morning; Afternoon; Evening')
  expect(slotsOfDay('no', words, 'Morning')).toBe('')
  expect(slotsOfDay('Tarde, 18:00-20:00, ???', words, null)).toBe('Afternoon; 18:00-20:00; ???')
})

it('gives a use that two columns claim to the surer one', () => {
  const { match } = proposeMatch(
    ['Your phone number', 'Phone', 'First Name', 'First name again'],
    [['+1 212 555 0101', '+1 212 555 0102', 'Ann', 'Ann']],
  )
  expect(match.columns.map(({ use }) => use)).toEqual([
    'Leave out',
    'Mobile Phone',
    'First Name',
    'Leave out',
  ])
})

it('shows words of flags and slots that are not ours, with what they are taken for', () => {
  const { match } = proposeMatch(
    ['Disponible', 'Lunes'],
    [
      ['sí', 'mañana; luego'],
      ['quizás', 'x'],
      ['no', 'Morning'],
    ],
  )
  expect(match.words).toEqual([
    { kind: 'flag', word: 'sí', meaning: 'yes' },
    { kind: 'flag', word: 'quizás', meaning: 'no' },
    { kind: 'slot', word: 'mañana', meaning: 'Morning' },
    { kind: 'slot', word: 'luego', meaning: 'luego' },
    { kind: 'slot', word: 'x', meaning: 'Morning; Afternoon; Evening' },
  ])
})
