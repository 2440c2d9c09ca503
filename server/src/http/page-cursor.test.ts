import { describe, expect, test } from 'vitest'
import { readCursor, takePage } from './page-cursor.ts'

const order = { list: 'reports', sort: '-size' }
const rows = [9, 7, 5].map((size) => ({ size, id: `r${size}` }))
const cursorValuesOf = ({ size, id }: { size: number; id: string }) => [size, id]

function cursorOf(limit: number): string {
  return takePage(rows, limit, order, cursorValuesOf).nextCursor ?? ''
}

describe('takePage', () => {
  test('cuts the page and returns the cursor of its last row', () => {
    expect(takePage(rows, 2, order, cursorValuesOf).rows).toEqual(rows.slice(0, 2))
    expect(readCursor(order, 2, cursorOf(2))).toEqual([7, 'r7'])
  })

  test('answers no cursor on the last page', () => {
    expect(takePage(rows, 3, order, cursorValuesOf)).toEqual({ rows, nextCursor: null })
  })
})

describe('readCursor', () => {
  test('answers nothing without a cursor', () => {
    expect(readCursor(order, 2, undefined)).toBeUndefined()
  })

  test.each([
    ['no JSON', 'MQ'],
    ['not base64', '€'],
    ['JSON of another shape', Buffer.from('{"list":"reports"}').toString('base64url')],
    ['too few values', takePage(rows, 1, order, ({ id }) => [id]).nextCursor ?? ''],
  ])('refuses %s', (_, cursor) => {
    expect(() => readCursor(order, 2, cursor)).toThrow(
      'The cursor is not one that this server has issued.',
    )
  })

  test.each([
    { list: 'users', sort: '-size' },
    { list: 'reports', sort: 'size' },
  ])('refuses a cursor of another list or order than $list by $sort', (other) => {
    expect(() => readCursor(other, 2, cursorOf(1))).toThrow(
      'The cursor belongs to another list or order. Begin again without one.',
    )
  })
})
