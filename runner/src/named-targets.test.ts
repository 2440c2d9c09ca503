import { expect, test } from 'vitest'
import { readTargets } from './named-targets.ts'

const known = ['NY-1', 'NY-2', 'NJ 07, North', 'NJ 07', 'Été', 'São José', 'Sao Jose', 'St. Mary’s']

test.each([
  ['', known, []],
  [' All ', known, []],
  ['NY-2', ['NY-2'], []],
  ['NY-2, ny-1,', ['NY-2', 'NY-1'], []],
  ['NJ 07, North', ['NJ 07, North'], []],
  ['NY-1,NJ 07,  north;NJ 07', ['NY-1', 'NJ 07, North', 'NJ 07'], []],
  ['NY-1\nNY-1\r\nÉté', ['NY-1', 'Été'], []],
  ["ete, st. mary's, NY 1", ['Été', 'St. Mary’s', 'NY-1'], []],
  ['São José', ['São José'], []],
  ['SAO JOSÉ', ['São José', 'Sao Jose'], []],
  ['NY-1, NY-9, South', ['NY-1'], ['NY-9', 'South']],
])('%j names %j', (text, targets, unknown) => {
  expect(readTargets(text, known)).toEqual({ targets, unknown })
})
