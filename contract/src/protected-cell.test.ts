import fc from 'fast-check'
import { expect, test } from 'vitest'
import { protectCell, unprotectCell } from './protected-cell.ts'

const cells = fc
  .array(fc.constantFrom(...[...';,|\t\r\n"\'=+-@＝＋－＠﹦﹢﹣﹫a ']), { maxLength: 12 })
  .map((characters) => characters.join(''))

test('no part of a cell begins like a formula, whichever separator a program uses', () => {
  fc.assert(
    fc.property(cells, (cell) => {
      const [first, ...others] = protectCell(cell).split(/[;,|\t\r\n]/)
      expect(first).not.toMatch(/^[=+\-@＝＋－＠﹦﹢﹣﹫]/)
      // Quotation marks at the start are doubled in the file, so they begin and end an empty text.
      for (const part of others) expect(part).not.toMatch(/^"*[=+\-@＝＋－＠﹦﹢﹣﹫]/)
    }),
    { numRuns: 2_000 },
  )
})

test('every cell is read back unchanged', () => {
  fc.assert(
    fc.property(cells, (cell) => {
      expect(unprotectCell(protectCell(cell))).toBe(cell)
    }),
    { numRuns: 2_000 },
  )
})

test.each([...'=+-@＝＋－＠﹦﹢﹣﹫'])('a cell that begins with %s is text', (sign) => {
  expect(protectCell(`${sign}1;${sign}1`)).toBe(`'${sign}1;'${sign}1`)
})

test('other text stays as it is', () => {
  for (const text of ['Smith-Jones; a = b, 5 - 3', "O'Neil", '07030', '"=" is a sign', '']) {
    expect(protectCell(text)).toBe(text)
  }
})
