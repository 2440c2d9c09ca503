import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeFileName } from './file-name.ts'

it.each([
  ['CON', 'CON_'],
  ['com1.csv', 'com1_.csv'],
  ['LPT³', 'LPT³_'],
  ['Console', 'Console'],
  ['a/b\\c:d', 'a-b-c-d'],
  ['name. . ', 'name'],
  ['..', ''],
  ['\u202egpj\u0000.csv', 'gpj.csv'],
])('turns %j into a name that every system accepts', (text, name) => {
  expect(safeFileName(text)).toBe(name)
})

it('cuts by bytes, never within a letter as people see it', () => {
  expect(safeFileName('東'.repeat(100))).toBe('東'.repeat(80))
  expect(safeFileName('स्वयंसेवक'.repeat(20), { maxBytes: 22 })).toBe('स्वयंसे')
  expect(safeFileName(`${'x'.repeat(9)}. y`, { maxCharacters: 10 })).toBe('x'.repeat(9))
})

it('never gives the name of a device or a dot at the end, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const name = safeFileName(text)
      expect(name).not.toMatch(/[/\\:*?"<>|\p{C}]|[. ]$/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(241)
    }),
    { numRuns: 100 },
  )
})
