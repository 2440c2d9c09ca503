import { expect, it } from 'vitest'
import { circuitsChosen } from './circuits-chosen.ts'

it('distinguishes whole circuits from parts of them', () => {
  const chosen = circuitsChosen(new Set(['Astoria', 'Central (NY-1)', 'Bayside']), {
    'NY-1': ['Astoria', 'Central (NY-1)'],
    'NY-2': ['Bayside', 'Central (NY-2)'],
    'NY-3': [],
    'NY-4': ['Douglaston'],
  })
  expect([...chosen.whole]).toEqual(['NY-1'])
  expect([...chosen.partial]).toEqual(['NY-2'])
})
