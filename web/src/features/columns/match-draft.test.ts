import type { ColumnMatch, ColumnUse } from '@dashboard/contract/columns'
import { describe, expect, it } from 'vitest'
import {
  columnName,
  countRead,
  foreignTitles,
  matchProblem,
  missingSentence,
  sheetColumnOf,
  withMeaning,
  withUse,
} from './match-draft.ts'

function matchOf(...uses: ColumnUse[]): ColumnMatch {
  const columns = uses.map((use, at) => ({ title: `Column ${at}`, use, slot: null }))
  return { columns, nameOrder: 'last-word', words: [] }
}
const usesOf = ({ columns }: ColumnMatch) => columns.map(({ use }) => use)

describe('withUse', () => {
  it('moves a use from the column that had it', () => {
    const match = withUse(matchOf('Circuit', 'Leave out'), 1, 'Circuit')
    expect(usesOf(match)).toEqual(['Leave out', 'Circuit'])
  })

  it('allows several columns for one day, and several that are left out', () => {
    expect(usesOf(withUse(matchOf('Monday', 'Zone'), 1, 'Monday'))).toEqual(['Monday', 'Monday'])
    const match = withUse(matchOf('Leave out', 'Zone'), 1, 'Leave out')
    expect(usesOf(match)).toEqual(['Leave out', 'Leave out'])
  })

  it('removes the time slot of a column that is no longer a day', () => {
    const match = matchOf('Monday')
    const [column] = match.columns
    const slotted = { ...match, columns: column ? [{ ...column, slot: 'Morning' }] : [] }
    expect(withUse(slotted, 0, 'Tuesday').columns[0]?.slot).toBe('Morning')
    expect(withUse(slotted, 0, 'Zone').columns[0]?.slot).toBeNull()
  })
})

it('changes the meaning of one word', () => {
  const words = ['sí', 'quizás'].map((word) => ({ kind: 'flag' as const, word, meaning: 'no' }))
  const match = withMeaning({ ...matchOf('Trained'), words }, 0, 'yes')
  expect(match.words.map(({ meaning }) => meaning)).toEqual(['yes', 'no'])
})

it('names what is missing or used twice', () => {
  expect(matchProblem(matchOf('Full Name', 'Circuit'))).toBe(
    "Say which columns hold 'Congregation'.",
  )
  expect(matchProblem(matchOf('Full Name', 'Circuit', 'Congregation', 'Zone', 'Zone'))).toBe(
    "Two columns are matched with 'Zone'.",
  )
  expect(
    matchProblem(matchOf('First Name', 'Last Name', 'Circuit', 'Congregation')),
  ).toBeUndefined()
})

it('counts the columns that are read', () => {
  expect(countRead(matchOf('Full Name', 'Leave out'))).toBe(
    'Of 2 columns 1 is read and 1 left out.',
  )
  expect(countRead(matchOf(...Array<ColumnUse>(54).fill('Leave out'), 'Circuit', 'Zone'))).toBe(
    'Of 56 columns 2 are read and 54 left out.',
  )
  expect(countRead(matchOf('Full Name'))).toBe('All columns are read.')
})

describe('foreignTitles', () => {
  const column = (title: string, use: ColumnUse) => ({ title, use, slot: null })

  it('names a title that is read as a missing column', () => {
    const columns = [column('First Name', 'First Name'), column('Phone', 'Mobile Phone')]
    expect(foreignTitles({ columns })).toEqual(['Phone'])
  })

  it('names none where the column exists, or where the title is left out or one of days', () => {
    const columns = [
      column('mobile_phone', 'Mobile Phone'),
      column('Phone', 'Mobile Phone'),
      column('Comments', 'Leave out'),
      column('Saturday', 'Saturday'),
      column('Sat AM', 'Saturday'),
      column('Can come on', 'Days'),
    ]
    expect(foreignTitles({ columns })).toEqual([])
  })
})

describe('columns by their position', () => {
  const titled = (...titles: string[]): ColumnMatch => ({
    columns: titles.map((title) => ({ title, use: 'Leave out', slot: null })),
    nameOrder: 'last-word',
    words: [],
  })
  const headOf = (...titles: string[]) => ({
    columns: titles.map((title, at) => ({ title, samples: [`${at}`], certainty: 'none' as const })),
  })

  it('names the letter of a column without a title, or with one that occurs twice', () => {
    const match = titled('', 'Phone', 'Zone', 'phone')
    expect([0, 1, 2, 3].map((at) => columnName(match, at))).toEqual([
      'Column A',
      'Phone · column B',
      'Zone',
      'phone · column D',
    ])
    expect(columnName(titled(...Array.from({ length: 28 }, () => '')), 27)).toBe('Column AB')
  })

  it('finds the samples of each of two columns of one title', () => {
    const titles = ['Phone', 'Zone', 'Phone'] as const
    const samples = [0, 2].map((at) => sheetColumnOf(headOf(...titles), titled(...titles), at))
    expect(samples.map((column) => column?.samples)).toEqual([['0'], ['2']])
  })

  it('finds a column by its title in another order', () => {
    expect(sheetColumnOf(headOf('B', 'A'), titled('A', 'B'), 0)?.samples).toEqual(['1'])
  })
})

it('names what the sheet does not say: who is available, is trained or had the orientation', () => {
  expect(missingSentence(matchOf('Available'))).toBe(
    'The sheet does not say who is trained or had the orientation. Everybody will be entered as no.',
  )
  expect(missingSentence(matchOf('Trained', 'Orientation'))).toBe(
    'The sheet does not say who is available. Everybody will be entered as no.',
  )
  expect(
    missingSentence({ ...matchOf('Trained', 'Orientation', 'Monday'), availableByDays: true }),
  ).toBeUndefined()
  expect(missingSentence(matchOf('Trained', 'Orientation', 'Available'))).toBeUndefined()
})
