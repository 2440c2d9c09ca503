import { expect, it } from 'vitest'
import { readSearchTerms } from './search-terms.ts'

function summary(query: string) {
  return readSearchTerms(query).map(({ phones, words }) => [
    phones[0],
    words.map(({ text }) => text),
  ])
}

it.each([
  [
    'Ann  Lee ann',
    [
      [undefined, ['ann']],
      [undefined, ['lee']],
    ],
  ],
  [
    '王 a',
    [
      [undefined, ['王']],
      [undefined, ['a']],
    ],
  ],
  ['(212) 555-0100', [['2125550100', ['212', '555', '0100']]]],
  [
    'Ann 212 555 0100',
    [
      ['2125550100', ['212', '555', '0100']],
      [undefined, ['ann']],
    ],
  ],
  ['x1234@example.org', [[undefined, ['x1234@example.org']]]],
  [
    'Hill 12',
    [
      [undefined, ['hill']],
      [undefined, ['12']],
    ],
  ],
  ['– ,', []],
])('reads %j', (query, terms) => {
  expect(summary(query)).toEqual(terms)
})
