import { expect, test } from 'vitest'
import { readJsonRows } from './json-rows.ts'

function objectsOfOneKey(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => ({ [`key ${index}`]: index })))
}

test('objects with different keys become rows of all of them', () => {
  const rows = readJsonRows(objectsOfOneKey(500))
  expect(rows).toHaveLength(501)
  expect(rows[500]?.[499]).toBe('499')
})

test('20,000 objects of one key each are refused before they become 400 million cells', () => {
  const text = objectsOfOneKey(20_000)
  const before = process.memoryUsage().heapUsed
  expect(() => readJsonRows(text)).toThrow(
    'has more than 500 different fields; each would be a column of the sheet',
  )
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
})
