import { foldText } from '@dashboard/contract/fold-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedPattern, lettersOfTwo } from './folded-pattern.ts'

const letters = [...'abeiouß æœðłøÑñéÉİıΣςσйЁёאָبَ1２.,-_’\'"()']
const anyName = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 })
const matches = (pattern: string, value: string) => {
  const spelled = lettersOfTwo.reduce(
    (sofar, [letter, two]) => sofar.replaceAll(letter, two),
    value,
  )
  return new RegExp(foldedPattern(pattern), 'u').test(spelled)
}

test('a name is found by each way of writing it', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const written = [name, name.normalize('NFD'), foldText(name)].filter((each) => foldText(each))
      for (const typed of written)
        for (const value of [name, name.normalize('NFD'), `x ${name} y`])
          expect([typed, value, matches(typed, value)]).toEqual([typed, value, true])
    }),
    { numRuns: 1_000 },
  )
})

test('a text is found only where it is, both folded', () => {
  fc.assert(
    fc.property(anyName, anyName, (typed, value) => {
      fc.pre(foldText(typed) !== '' && !/[._]/.test(typed + value))
      expect(matches(typed, value)).toBe(foldText(value).includes(foldText(typed)))
    }),
    { numRuns: 1_000 },
  )
})
