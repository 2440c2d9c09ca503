import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reportFileName } from './report-file-name.ts'

const at = '2026-11-20T15:08:00.000Z'

it('names circuit and congregation and the day in New York', () => {
  expect(reportFileName('NJ 07, North', null, at)).toBe('Circuit NJ 07, North 2026-11-20.pdf')
  expect(reportFileName('NY-10', '中文 Español', '2026-11-21T03:00:00.000Z')).toBe(
    'Congregation 中文 Español (NY-10) 2026-11-20.pdf',
  )
})

it('removes characters that file systems refuse', () => {
  expect(reportFileName('../../etc/passwd', null, at)).toBe('Circuit etc-passwd 2026-11-20.pdf')
  expect(reportFileName('A\u202Egpj\n"x"', null, at)).toBe("Circuit Agpj 'x' 2026-11-20.pdf")
  expect(reportFileName('...', null, at)).toBe('Circuit 2026-11-20.pdf')
})

it.each([
  ['NY - North', 'NY - North'],
  ['NY-10', 'NY-10'],
  ['NY \u2013 North', 'NY \u2013 North'],
  ['North-', 'North-'],
  ['- North -', '- North -'],
  ['NY\u00ad10', 'NY-10'],
  ['NY / North', 'NY - North'],
  ['NY: North', 'NY - North'],
  ['NY/North', 'NY-North'],
  ['"East" Side?', "'East' Side"],
])('preserves the spacing of %s', (circuit, name) => {
  expect(reportFileName(circuit, null, at)).toBe(`Circuit ${name} 2026-11-20.pdf`)
})

it('is safe and short for any names', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.option(fc.string({ unit: 'grapheme', maxLength: 300 })),
      (circuit, congregation) => {
        const name = reportFileName(circuit, congregation, at)
        expect(name).toMatch(/^C.* 2026-11-20\.pdf$/)
        expect(name).not.toMatch(/[/\\:*?"<>|\p{C}]/u)
        expect(name.length).toBeLessThanOrEqual(120)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      },
    ),
    { numRuns: 30 },
  )
})
