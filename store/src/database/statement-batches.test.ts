import { expect, test } from 'vitest'
import { inBatches } from './statement-batches.ts'

test('values are split into batches of a thousand, in their order', () => {
  const values = Array.from({ length: 2_500 }, (_, index) => index)
  const batches = [...inBatches(values)]
  expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  expect(batches.flat()).toEqual(values)
  expect([...inBatches([])]).toEqual([])
})
