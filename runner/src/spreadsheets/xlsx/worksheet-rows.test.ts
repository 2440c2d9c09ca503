import { describe, expect, test } from 'vitest'
import { readCellStyles, showNumber } from './number-formats.ts'
import { readSharedStrings, readSheetRows } from './xlsx-reader.ts'

const cells = {
  strings: ['zero', 'one', 'two'],
  formats: [undefined, '00000', 'yyyy-mm-dd'],
  fonts: [],
  from1904: false,
}

function rowsIn(sheetData: string): string[][] {
  const xml = `<worksheet xmlns="urn:main"><sheetData>${sheetData}</sheetData></worksheet>`
  return [...readSheetRows(Buffer.from(xml), cells)]
}

function cellsIn(row: string): string[] | undefined {
  return rowsIn(`<row>${row}</row>`)[0]
}

test.each([
  ['attributes in any order, in either quotes', `<c t='s' r="A1" s='0'><v>1</v></c>`, ['one']],
  ['spaces and lines between attributes', '<c\n r = "B1"\t t= "s" ><v>1</v></c >', ['', 'one']],
  ['prefixed names', '<x:c xmlns:x="urn:main" x:r="B1" t="s"><x:v>2</x:v></x:c>', ['', 'two']],
  [
    'cells without addresses',
    '<c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c>',
    ['1', '', '2', '3'],
  ],
  ['an address without letters', '<c r="7"><v>1</v></c><c r=""><v>2</v></c>', ['1', '2']],
  [
    'cells that close themselves',
    '<c r="A1"/><c r="B1" s="1" /><c r="C1"><v/></c><c><v>4</v></c>',
    ['', '', '', '4'],
  ],
  ['columns to the last one only', '<c r="XFE1"><v>1</v></c><c r="B1"><v>2</v></c>', ['', '2']],
])('%s', (_, row, expected) => {
  expect(cellsIn(row)).toEqual(expected)
})

describe('values', () => {
  test.each([
    ['a shared text', '<c t="s"><v>2</v></c>', ['two']],
    ['a shared text among spaces', '<c t="s"><v> 02 </v></c>', ['two']],
    ['numbers', '<c><v>12</v></c><c t="n"><v>0.30000000000000004</v></c>', ['12', '0.3']],
    ['a number with zeros before it', '<c><v>007</v></c>', ['7']],
    ['a long number', '<c><v>12345678901</v></c>', ['12345678901']],
    [
      'numbers in formats',
      '<c s="1"><v>7030</v></c><c s="2"><v>43891.5</v></c>',
      ['07030', '2020-03-01'],
    ],
    ['a style that is not there', '<c s="9"><v>7030</v></c><c s="x"><v>1</v></c>', ['7030', '1']],
    ['what is no number', '<c><v> abc </v></c>', ['abc']],
    ['yes and no', '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', ['TRUE', 'FALSE']],
    [
      'errors and dates',
      '<c t="e"><v>#REF!</v></c><c t="d"><v>2026-03-05</v></c>',
      ['#REF!', '2026-03-05'],
    ],
    [
      'formulas',
      '<c><f>A1&amp;"5"</f><v>7</v></c><c><f>B1</f></c><c t="str"><f>C1</f><v>x</v></c>',
      ['7', '', 'x'],
    ],
    [
      'entities',
      '<c t="str"><v>&lt;a&#10;&#x41;&amp;amp; &#128512;&bogus;</v></c>',
      ['<a\nA&amp; 😀&bogus;'],
    ],
    ['entities in digits', '<c t="s"><v>&#49;</v></c>', ['one']],
    ['escapes of a workbook', '<c t="str"><v>a_x000D_b_x005F_x0041_</v></c>', ['a\rb_x0041_']],
    ['texts beside each other', '<c><v>1<!-- one -->2<![CDATA[3]]><?go on?>4</v></c>', ['1234']],
    ['CDATA', '<c t="str"><v><![CDATA[<v>&amp;]]></v></c><c><v><![CDATA[]]></v></c>', ['<v>&amp;']],
    ['a cell in a comment', '<!-- <c><v>1</v></c> --><c><v>2</v></c>', ['2']],
    ['text between cells', 'stray<c><v>2</v></c>stray', ['2']],
    ['bytes of no text', '<c t="str"><v>\uD800</v></c>', ['\uFFFD']],
  ])('%s', (_, row, expected) => {
    expect(cellsIn(row)).toEqual(expected)
  })

  test.each(['3', 'x'])('the shared text %s that is not there is damage', (number) => {
    expect(() => cellsIn(`<c t="s"><v>${number}</v></c>`)).toThrow('no shared text')
  })

  test('texts in the cell, in runs, without phonetic readings', () => {
    const run = '<r><rPr><b/></rPr><t xml:space="preserve"> b</t></r>'
    const reading = '<rPh sb="0" eb="1"><t>reading</t></rPh>'
    const row = `<c t="inlineStr"><is><t>a</t>${run}${reading}<r><t>c </t></r></is></c>`
    expect(cellsIn(row)).toEqual(['a bc '])
  })
})

describe('rows', () => {
  test('gaps are read as empty rows', () => {
    const rows = '<row r="2"><c><v>1</v></c></row><row r="4"/><row><c><v>5</v></c></row>'
    expect(rowsIn(rows)).toEqual([[], ['1'], [], [], ['5']])
  })

  test('numbers that go back or are not numbers continue the count', () => {
    const rows = '<row r="3"/><row r="2"/><row r="x"/><row r=""/>'
    expect(rowsIn(rows)).toHaveLength(6)
  })

  test('a number beyond the last row is the last', () => {
    expect(rowsIn('<row r="9999999"/>')).toHaveLength(1_048_576)
  })

  test('what follows the rows adds no rows', () => {
    const place = '<x:from><x:row>5</x:row></x:from>'
    const xml = `<worksheet xmlns:x="urn:x"><sheetData><row/></sheetData><controls>${place}</controls></worksheet>`
    expect([...readSheetRows(Buffer.from(xml), cells)]).toEqual([[]])
  })

  test('the rows before the damage are read before the failure', () => {
    const rows = readSheetRows(Buffer.from('<sheetData><row><c><v>1</v></c></row><row>'), cells)
    expect(rows.next().value).toEqual(['1'])
    expect(() => rows.next()).toThrow('end')
  })
})

test('tags nested deeper than any sheet has are refused', () => {
  expect(rowsIn('<a>'.repeat(200) + '</a>'.repeat(200))).toEqual([])
  expect(() => rowsIn('<a>'.repeat(100_000))).toThrow('tags within tags within tags')
})

const styles = (numFmts: string, ...xfs: string[]) =>
  `<styleSheet><numFmts>${numFmts}</numFmts><fonts><font><name val="Calibri"/></font><font><name val="Wingdings"/></font><font><name val="Wingdings 2"/></font></fonts><cellXfs>${xfs.map((xf) => `<xf ${xf}/>`).join('')}</cellXfs></styleSheet>`

function styledCells(stylesXml: string, row: string): string[] | undefined {
  const xml = `<worksheet><sheetData><row r="1">${row}</row></sheetData></worksheet>`
  const styled = { strings: [], from1904: false, ...readCellStyles(stylesXml) }
  return [...readSheetRows(Buffer.from(xml), styled)][0]
}

test.each([
  ...[27, 28, 29, 30, 31, 36, 50, 51, 53, 54, 57, 58].map((id) => [id, '45931.375', '2025-10-01']),
  [32, '45931.375', '9:00'],
  [33, '0.375', '9:00:00'],
  ...[34, 35, 52, 55, 56].flatMap((id) => [
    [id, '0.375', '9:00'],
    [id, '45931', '2025-10-01'],
  ]),
])('the format %s of East Asia shows %s as %s', (id, value, shown) => {
  expect(styledCells(styles('', `numFmtId="${id}"`), `<c s="0"><v>${value}</v></c>`)).toEqual([
    shown,
  ])
})

test('halves of the day are shown in their language', () => {
  const format = (code: string) => `<numFmt numFmtId="164" formatCode="${code}"/>`
  const shown = (code: string) =>
    styledCells(styles(format(code), 'numFmtId="164"'), '<c s="0"><v>0.604166667</v></c>')
  expect(shown('上午/下午h:mm')).toEqual(['下午2:30'])
  expect(shown('[$-804]上午/下午h&quot;时&quot;mm&quot;分&quot;;@')).toEqual(['下午2时30分'])
})

test('a text is shown in its format', () => {
  const format = '<numFmt numFmtId="164" formatCode="&quot;Circuit &quot;@"/>'
  const text = '<c s="0" t="inlineStr"><is><t>NY-1</t></is></c>'
  expect(styledCells(styles(format, 'numFmtId="164"'), text)).toEqual(['Circuit NY-1'])
})

test('check marks in symbol fonts are read as the marks people see', () => {
  const cell = (style: number, text: string) =>
    `<c s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`
  const xml = styles('', 'fontId="0"', 'fontId="1"', 'fontId="2"')
  const row = [
    cell(1, 'ü'),
    cell(1, 'þ'),
    cell(1, 'û'),
    cell(2, 'P'),
    cell(0, 'ü'),
    cell(1, '\uF0FC'),
  ]
  expect(styledCells(xml, row.join(''))).toEqual(['✓', '☑', '✗', '✓', 'ü', '✓'])
  const run = '<r><rPr><rFont val="Wingdings"/></rPr><t>ü</t></r><r><t> yes</t></r>'
  expect(readSharedStrings(Buffer.from(`<sst><si>${run}</si></sst>`))).toEqual(['✓ yes'])
})

test('a number format longer than spreadsheet programs allow is refused', () => {
  expect(showNumber('7', '0'.repeat(255), false)).toHaveLength(255)
  expect(() => showNumber('7', '# ?/?'.repeat(800), false)).toThrow(
    'A number format of the workbook has more than 255 characters. Give the cells another format, then try again.',
  )
})
