import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLine, readText } from '../../spreadsheets/cell-text.ts'
import {
  readCategorized,
  readContact,
  readEmail,
  readFlag,
  readInteger,
  readList,
  readPhone,
} from './cell-values.ts'

/** Any UTF-16 unit, including control characters and halves of surrogate pairs. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

describe('text', () => {
  test.each([
    ['  Ann  ', 'Ann'],
    ['07030', '07030'],
    ["'=1+1", '=1+1'],
    ["'+1 212 555 0100", '+1 212 555 0100'],
    ["'-5", '-5'],
    ["'@home", '@home'],
    ["'\tindented", 'indented'],
    ["O'Neill", "O'Neill"],
    ["'Aqil", "'Aqil"],
    ["''=1", "'=1"],
    ['two\r\nlines', 'two\nlines'],
    ['nul\u0000 bell\u0007', 'nul bell'],
    ['Jose\u0301', 'José'],
    ['\u00a0blank\u00a0', 'blank'],
  ])('%j is read as %j', (cell, text) => {
    expect(readText(cell)).toBe(text)
  })

  test('a name is put on one line', () => {
    expect(readLine(' Mary \n  Ann ')).toBe('Mary Ann')
    expect(readLine('Hill\u200b')).toBe('Hill')
    expect(readLine('\u202aNY\u20111\u202c')).toBe('NY-1')
    expect(readLine('\u0646\u200c\u0627')).toBe('\u0646\u200c\u0627')
  })

  test('for any cell the text is well-formed, trimmed and without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit }), (cell) => {
        const text = readText(cell)
        expect(text.isWellFormed()).toBe(true)
        expect(text).toBe(text.trim())
        expect(text.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

describe('a phone number', () => {
  test.each(['5.55E+09', '5,55e+11', '2E10'])('%j has lost its digits and is blank', (cell) => {
    expect(readPhone(cell)).toMatchObject({
      value: null,
      warning: { kind: 'phone', reason: expect.stringMatching(/shortened.*is left blank/) },
    })
  })
  test.each(['555 0100 ext 9', '+1 212 555 0100', 'E5', '12.5E'])('%j stays', (cell) => {
    expect(readPhone(cell).value).toBe(cell)
  })
  test.each([
    ...['555-0101 / 555-0102', '5550101/5550102', '555-1234 (wife)', '917-555-0101/02'],
    ...['000-000-0000', '(999) 999-9999', '12/25/2020', '2020-12-25'],
  ])('%j is kept with a warning', (cell) => {
    expect(readPhone(cell)).toMatchObject({ value: cell, warning: { kind: 'phone' } })
  })
  test.each(['030/1234567', '+49 (0)30 1234567', '010-1111-2222', '06 12 34 56 78'])(
    '%j is one number',
    (cell) => {
      expect(readPhone(cell)).toEqual({ value: cell })
    },
  )
})

describe('contacts', () => {
  test.each(['none', 'N/A', 'NA', '-', '—', 'no email', 'No phone', 'sin correo', 'нет', '없음'])(
    '%j is blank below a telephone, an address and a person',
    (cell) => {
      expect(readPhone(cell)).toEqual({ value: null })
      expect(readEmail(cell)).toEqual({ value: null })
      expect(readContact(cell)).toBeNull()
    },
  )
  test.each([
    ...['a@example.org; b@example.org', 'a@example.org ::: b@example.org', 'mailto:a@example.org'],
    ...['Ana Uno <a@example.org>', 'a(at)example.org', 'a@example', 'a @example.org'],
    ...['A@EXAMPLE.ORG.', '"a@example.org"', 'a@example.org (work)'],
    ...['a@example..org', 'a@example.org?'],
  ])('%j is kept as a doubtful address', (cell) => {
    expect(readEmail(cell)).toMatchObject({ value: cell, warning: { kind: 'email' } })
  })
  test.each(['a@example.org', 'ANA.UNO+x@Sub.Example.org', 'josé@exämple.org'])(
    '%j is an address',
    (cell) => {
      expect(readEmail(cell)).toEqual({ value: cell })
    },
  )
  test.each(['212-555-0101, 212-555-0102', '212-555-0101 or 555-0102', '123456; 654321'])(
    '%j are two numbers, which are kept and named',
    (cell) => {
      expect(readPhone(cell)).toMatchObject({ value: cell, warning: { kind: 'phone' } })
    },
  )
  test('012345/678901 is one number', () => {
    expect(readPhone('012345/678901')).toEqual({ value: '012345/678901' })
  })
})

describe('yes and no', () => {
  test.each([
    ...['yes', 'Y', ' TRUE ', '1', '-1', 'x', 'X', 'Checked', 'T', 'On', '✓', '✔', 'Sí', 'sim'],
    ...['Oui', 'VRAI', 'Ja', 'WAHR', 'да', 'tak', '예', '是', 'はい', 'Sí (2022)', 'x 3/14'],
  ])('%j is yes', (cell) => {
    expect(readFlag(cell)).toEqual({ value: true })
  })
  test.each(['', '  ', 'no', 'N', 'False', '0', 'F', 'Off', 'não', 'nein', 'нет', '아니요', '否'])(
    '%j is no',
    (cell) => {
      expect(readFlag(cell)).toEqual({ value: false })
    },
  )
  test.each(['O', 'o', 'T.B.D.', 'S. America', 'No problem', 'Sí?', '2'])(
    '%j is no with a warning',
    (cell) => {
      expect(readFlag(cell)).toMatchObject({ value: false, warning: { kind: 'flag' } })
    },
  )
  test.each([
    ...['passed away', 'on leave', 'on hold', 'active until 2020', 'OK to call', 'checked out'],
    ...['trained but inactive', 'done soon', 'Trained ✗', 'trained - no', 'Yes, not yet'],
    ...['yes no longer', 'Sí, pero no', 'oui mais non', 'ja, aber nicht mehr', 'Yes (pending)'],
    ...['passed (away)', 'Trained (expired)', 'Trained by Bob', 'trained next month'],
    ...['passed (until 2020)', 'yes ✗', 'no ✓', 'y n', 'Yes (but inactive)', 'yes?', 'complete?'],
  ])('%j does not say yes, although it begins with one', (cell) => {
    expect(readFlag(cell)).toMatchObject({ value: false, warning: { kind: 'flag' } })
  })
  test.each([
    'Completed March 2019',
    'Trained 12 May 2020',
    'Certified in 2019',
    'Trained since 2018',
    'OK (Anna)',
    'Yes (Bob)',
    'x 3/14',
    'yes, weekends',
    'Yes, until June',
    'Yes, away in July',
    'Yes, except Sundays',
    'Sí, domingos no',
    'Trained 2019',
    'done 5/1',
    'YES ✓',
    'Yes!!',
  ])('%j is yes with something after it', (cell) => {
    expect(readFlag(cell)).toEqual({ value: true })
  })
  test.each([
    ...(['available', 'Disponible', '있음', '有', '완료', '已完成'].map((word) => [word, true]) as [
      string,
      boolean,
    ][]),
    ...(['Unavailable', 'no disponible', 'không', 'chưa', '없음', '미완료'].map((word) => [
      word,
      false,
    ]) as [string, boolean][]),
  ])('%j is understood in its language', (cell, value) => {
    expect(readFlag(cell)).toEqual({ value })
  })
  test('anything else is no with a warning', () => {
    expect(readFlag('Yes (2022)')).toEqual({ value: true })
    expect(readFlag('No problem')).toMatchObject({
      value: false,
      warning: { named: "has 'No problem', which is neither yes nor no and counts as no" },
    })
    expect(readFlag('perhaps')).toEqual({
      value: false,
      warning: {
        kind: 'flag',
        reason: 'is neither yes nor no and counts as no',
        named: "has 'perhaps', which is neither yes nor no and counts as no",
      },
    })
  })
})

describe('integers', () => {
  test.each([
    ['', null],
    ['3', 3],
    [' 12 ', 12],
    ['2.0', 2],
    ['7.00', 7],
    ['0', 0],
    ['2147483647', 2_147_483_647],
  ])('%j is %j', (cell, value) => {
    expect(readInteger(cell)).toEqual({ value })
  })
  test.each(['2.5', '-1', 'two', '2147483648', '1e3'])(
    '%j is left blank with a warning',
    (cell) => {
      expect(readInteger(cell)).toEqual({
        value: null,
        warning: { kind: 'number', reason: 'is not a whole number and is left blank' },
      })
    },
  )
})

describe('lists', () => {
  test.each([
    ['Morning; 14:00-16:00', ['Morning', '14:00-16:00']],
    ['', []],
    [' ; ;', []],
    ['a;A; a ;b', ['a', 'b']],
    ['a, b', ['a, b']],
  ])('%j is %j', (cell, list) => {
    expect(readList(cell)).toEqual(list)
  })

  test('a cell of very many parts is read in a moment of processor time', () => {
    const cell = Array.from({ length: 200_000 }, (_, number) => `part ${number}`).join(';')
    const before = process.threadCpuUsage()
    expect(readList(cell)).toHaveLength(200_000)
    // Comparing each part with all previous ones would take minutes.
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })
  test('tags are separated by commas too', () => {
    expect(readList('driver, first aid;driver', /[;,]/)).toEqual(['driver', 'first aid'])
  })

  test('a list joined by semicolons is read back unchanged', () => {
    const part = fc
      .string({ unit: 'grapheme' })
      .map((text) => readLine(text).replaceAll(';', '').trim())
      .filter((text) => text !== '' && readLine(text) === text)
    const parts = fc.uniqueArray(part, { selector: (text) => text.toLowerCase() })
    fc.assert(
      fc.property(parts, (expected) => {
        fc.pre(!/^'+[=+\-@＝＋－＠﹦﹢﹣﹫]/.test(expected[0] ?? ''))
        expect(readList(expected.join(' ; '))).toEqual(expected)
      }),
    )
  })

  test.each([
    ['Main St (Transit)', [{ name: 'Main St', category: 'Transit' }]],
    ['Pier 4', [{ name: 'Pier 4', category: null }]],
    ['Pier (old) (Harbour) ; ', [{ name: 'Pier (old)', category: 'Harbour' }]],
    ['Pier ()', [{ name: 'Pier', category: null }]],
    ['(Harbour)', [{ name: '(Harbour)', category: null }]],
  ])('%j reads as %j', (cell, expected) => {
    expect(readCategorized(cell)).toEqual(expected)
  })
})
