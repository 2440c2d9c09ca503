import { readFile } from 'node:fs/promises'
import { headerKey, sheetColumns } from '@dashboard/contract/sheet-columns'
import { describe, expect, test } from 'vitest'
import { findHeader, matchHeader, requireFewColumns } from './sheet-columns.ts'
import type { SheetError } from './sheet-error.ts'

const required = ['First Name', 'Last Name', 'Circuit', 'Congregation']

function errorOf(rows: string[][]): SheetError {
  try {
    findHeader(rows)
  } catch (error) {
    return error as SheetError
  }
  throw new Error('an error is expected')
}

/** Returns the titles in the table of columns, where some have a row together. */
async function documentedTitles(): Promise<string[]> {
  const page = await readFile(new URL('../../../docs/sheet-format.md', import.meta.url), 'utf8')
  const section = page.split('\n## ').find((text) => text.startsWith('Columns\n')) ?? ''
  const cells = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell).slice(1)
  return cells.flatMap((cell) => {
    const [first = '', ...others] = cell.split(', ')
    const owner = first.slice(0, first.lastIndexOf(' ') + 1)
    return cell.includes('and likewise')
      ? [first, ...others.map((word) => owner + word.replace('and likewise ', ''))]
      : [first, ...others]
  })
}

test('the columns are those of the documented format, in its order, each once', async () => {
  expect(sheetColumns).toEqual(await documentedTitles())
  expect(new Set(sheetColumns.map(headerKey)).size).toBe(sheetColumns.length)
})

test.each(['first_name', 'First Name', 'FIRSTNAME', '\uFEFFfirst-name', ' First\u00a0 Name '])(
  '%j is the column First Name',
  (title) => {
    expect(matchHeader([title]).positions.get('First Name')).toBe(0)
  },
)

test('unknown columns are returned with their titles, untitled ones are ignored', () => {
  expect(matchHeader([...required, ' Shirt Size ', '', 'Shirt Size']).extras).toEqual([
    { title: 'Shirt Size', position: 4 },
    { title: 'Shirt Size', position: 6 },
  ])
})

describe('finding the header row', () => {
  test('it may stand below a title and blank rows', () => {
    const header = findHeader([['Volunteers 2026'], [], ['City'], required, ['Ann']])
    expect(header.rowIndex).toBe(3)
  })

  test('columns may be in any order', () => {
    const header = findHeader([['City', ...required.toReversed()]])
    expect(header.positions.get('Congregation')).toBe(1)
    expect(header.positions.get('First Name')).toBe(4)
  })

  test('without it the message names the columns it must have', () => {
    for (const rows of [[], [['Ann', 'Lee']], [['City'], ['Circuit']]]) {
      expect(errorOf(rows)).toMatchObject({
        problem: 'unreadable',
        message:
          "The sheet has no header row: none of its first 20 rows names the columns 'First Name', 'Last Name', 'Circuit', and 'Congregation'. Add the header row, then try again.",
      })
    }
  })

  test('it is not sought below the twentieth row', () => {
    const filler = Array.from({ length: 20 }, () => ['note'])
    expect(errorOf([...filler, required]).message).toContain('has no header row')
    expect(findHeader([...filler.slice(1), required]).rowIndex).toBe(19)
  })

  test('a missing required column is named', () => {
    expect(errorOf([['First Name', 'Circuit', 'Congregation', 'City']])).toMatchObject({
      problem: 'unreadable',
      message: "The sheet has no column 'Last Name'. Add the column, then try again.",
    })
    expect(errorOf([['First Name', 'City']]).message).toBe(
      "The sheet has no columns 'Last Name', 'Circuit', and 'Congregation'. Add the columns, then try again.",
    )
  })

  test('two columns that mean the same are named as the sheet spells them', () => {
    expect(errorOf([[...required, 'first_name']])).toMatchObject({
      problem: 'unreadable',
      message:
        "The columns 'First Name' and 'first_name' mean the same. Rename or remove one of them, then try again.",
    })
    expect(errorOf([[...required, 'Circuit']]).message).toBe(
      "There are two columns called 'Circuit'. Rename or remove one of them, then try again.",
    )
    expect(errorOf([[...required, 'ZIP', 'zip_code', 'Zip Code']]).message).toContain(
      "'zip_code' and 'Zip Code'",
    )
  })
})

test('a row of more than 500 columns is refused, blank ones at its end aside', () => {
  const wide = Array.from({ length: 20_000 }, () => '')
  expect(() => requireFewColumns(wide)).not.toThrow()
  wide[499] = 'last'
  expect(() => requireFewColumns(wide)).not.toThrow()
  wide[1_499] = 'too far'
  expect(() => requireFewColumns(wide, 'The data from Locust')).toThrow(
    'The data from Locust has 1,500 columns, more than the 500 that can be read. Remove those that are not needed, then try again.',
  )
})
