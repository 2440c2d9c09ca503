import { expect, it } from 'vitest'
import { compareNames } from './compare-names.ts'

it('orders by number and letter, whatever the case', () => {
  expect(['NY-10', 'ny-3', 'Élan', 'NY-2', 'Fort'].toSorted(compareNames)).toEqual([
    'Élan',
    'Fort',
    'NY-2',
    'ny-3',
    'NY-10',
  ])
})
