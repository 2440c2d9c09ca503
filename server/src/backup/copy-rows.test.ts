import { expect, it } from 'vitest'
import { digestRows, type PlainRow, refuseNul } from './copy-rows.ts'

const users = { name: 'users', key: 'id' } as const

it('names the row and the column that PostgreSQL cannot keep', () => {
  const row = { id: 'u-7', username: 'ada', firstName: 'A\0da', isActive: 1, lastName: null }
  expect(() => refuseNul(users, row)).toThrow(
    'The table users holds the character NUL, which PostgreSQL does not keep: column firstName of the row whose id is "u-7".',
  )
  expect(() => refuseNul(users, { ...row, firstName: 'Ada' })).not.toThrow()
})

function digest(rows: PlainRow[]) {
  const digested = digestRows()
  for (const row of rows) digested.add(row)
  return digested.result()
}

const ada = { id: '1', name: 'Ada', tags: null, shifts: 3 }
const ben = { id: '2', name: 'Ben', tags: 'a', shifts: 0 }

it('is the same whatever the order of rows and columns', () => {
  const turned = Object.fromEntries(Object.entries(ada).reverse())
  expect(digest([ada, ben])).toEqual(digest([ben, turned]))
})

it.each([
  ['a value', [ada, { ...ben, shifts: 1 }]],
  ['a type', [ada, { ...ben, shifts: '0' }]],
  ['nothing for an empty text', [{ ...ada, tags: '' }, ben]],
  ['a row too few', [ada]],
  ['a row twice', [ada, ada]],
])('differs by %s', (_what, rows) => {
  expect(digest(rows)).not.toEqual(digest([ada, ben]))
})
