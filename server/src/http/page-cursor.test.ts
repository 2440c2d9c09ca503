import { describe, expect, test } from 'vitest'
import { readCursor, takePage, toCursor } from './page-cursor.ts'

const order = { list: 'reports', sort: '-size' }
const types = ['integer', 'text'] as const
const rows = [9, 7, 5].map((size) => ({ size, id: `r${size}` }))
const cursorValuesOf = ({ size, id }: { size: number; id: string }) => [size, id]

function cursorOf(limit: number): string {
  return takePage(rows, limit, order, cursorValuesOf).nextCursor ?? ''
}

describe('takePage', () => {
  test('cuts the page and returns the cursor of its last row', () => {
    expect(takePage(rows, 2, order, cursorValuesOf).rows).toEqual(rows.slice(0, 2))
    expect(readCursor(order, types, cursorOf(2))).toEqual([7, 'r7'])
  })

  test('answers no cursor on the last page', () => {
    expect(takePage(rows, 3, order, cursorValuesOf)).toEqual({ rows, nextCursor: null })
  })
})

describe('readCursor', () => {
  test('answers nothing without a cursor', () => {
    expect(readCursor(order, types, undefined)).toBeUndefined()
  })

  test.each([
    ['no JSON', 'MQ'],
    ['not base64', '€'],
    ['JSON of another shape', Buffer.from('{"list":"reports"}').toString('base64url')],
    ['too few values', toCursor(order, [7])],
    ['too many values', toCursor(order, [7, 'r7', 'r7'])],
    ['a text in place of a number', toCursor(order, ['7', 'r7'])],
    ['a number in place of a text', toCursor(order, [7, 7])],
    ['a number with a fraction', toCursor(order, [7.5, 'r7'])],
    ['a number larger than any in the database', toCursor(order, [2 ** 31, 'r7'])],
  ])('refuses %s', (_, cursor) => {
    expect(() => readCursor(order, types, cursor)).toThrow(
      'The cursor is not one that this server has issued.',
    )
  })

  test.each([
    { list: 'users', sort: '-size' },
    { list: 'reports', sort: 'size' },
  ])('refuses a cursor of another list or order than $list by $sort', (other) => {
    expect(() => readCursor(other, types, cursorOf(1))).toThrow(
      'The cursor belongs to another list or order. Begin again without one.',
    )
  })
})
