import { buffer } from 'node:stream/consumers'
import { streamWorkbook } from '@dashboard/store/workbook/write-workbook'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { listReadableSheets, readXlsxRows } from './xlsx-reader.ts'
import { prepareWorkbook } from './xlsx-writer.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Returns the parts of a workbook with one sheet, before `changes`. */
function partsOf(
  sheetData: string,
  changes: Record<string, string | Uint8Array | undefined> = {},
): Record<string, Uint8Array> {
  const parts: Record<string, string | Uint8Array | undefined> = {
    '_rels/.rels': `<Relationships xmlns="${packages}"><Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}"><si><t>zero</t></si><si><t>one</t></si></sst>`,
    'xl/styles.xml': styles('yyyy-mm-dd', '[hh]:mm', 'h:mm:ss AM/PM'),
    ...changes,
  }
  return Object.fromEntries(
    Object.entries(parts).flatMap(([path, part]) =>
      part === undefined ? [] : [[path, typeof part === 'string' ? strToU8(part) : part]],
    ),
  )
}

/** Returns a part in which style 1 has the first format, style 2 the second. */
function styles(...formats: string[]): string {
  const declared = formats.map(
    (code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`,
  )
  const used = formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`)
  return `<styleSheet xmlns="${main}"><numFmts>${declared.join('')}</numFmts><cellXfs><xf/>${used.join('')}</cellXfs></styleSheet>`
}

function rowsOf(...workbook: Parameters<typeof partsOf>): string[][] {
  return [...readXlsxRows(zipSync(partsOf(...workbook)), 'People')]
}

function textOf(parts: Record<string, Uint8Array>, path: string): string {
  return Buffer.from(parts[path] ?? []).toString()
}

const workbookWith = (inside: string) =>
  `<workbook xmlns="${main}" xmlns:r="${office}" xmlns:x15="urn:x15">${inside}<sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`

describe('elements of extensions have the names of real ones', () => {
  const day = '<row><c s="1"><v>43891</v></c></row>'

  test.each([
    ['a prefix', '<workbookPr date1904="1"/><x15:workbookPr chartTrackingRefBase="1"/>'],
    ['a namespace', '<workbookPr date1904="1"/><ext><workbookPr xmlns="urn:x14"/></ext>'],
  ])('the days of a workbook that counts from 1904, with %s', (_, inside) => {
    expect(rowsOf(day, { 'xl/workbook.xml': workbookWith(inside) })).toEqual([['2024-03-02']])
  })

  test('in a strict workbook, too', () => {
    const strict = workbookWith('<workbookPr date1904="true"/><x15:workbookPr/>')
    const workbook = strict.replace(main, 'http://purl.oclc.org/ooxml/spreadsheetml/main')
    expect(rowsOf(day, { 'xl/workbook.xml': workbook })).toEqual([['2024-03-02']])
  })

  test('cells of another namespace are ignored', () => {
    const other = '<o:c xmlns:o="urn:o"><o:v>2</o:v></o:c><c xmlns="urn:o"><v>3</v></c>'
    expect(rowsOf(`<row><c><v>1</v></c>${other}<c><v>4</v></c></row>`)).toEqual([['1', '4']])
  })
})

test('conditional formats do not replace those of cells', () => {
  const dxfs = '<dxfs><dxf><numFmt numFmtId="170" formatCode="0.00%"/></dxf></dxfs>'
  const changed = styles('yyyy-mm-dd').replace('</styleSheet>', `${dxfs}</styleSheet>`)
  const row = '<row><c s="1"><v>43891</v></c></row>'
  expect(rowsOf(row, { 'xl/styles.xml': changed })).toEqual([['2020-03-01']])
})

test('addresses in lower case', () => {
  expect(rowsOf('<row r="1"><c r="c1"><v>3</v></c><c r="aa1"><v>27</v></c></row>')[0]).toEqual(
    Array.from({ length: 27 }, (_, at) => ({ 2: '3', 26: '27' })[at] ?? ''),
  )
})

describe('parts', () => {
  const row = '<row><c t="s"><v>1</v></c></row>'

  function renamed(rename: (path: string) => string): Uint8Array {
    const parts = Object.entries(partsOf(row)).map(([path, part]) => [rename(path), part])
    return zipSync(Object.fromEntries(parts))
  }

  test.each<[string, (path: string) => string]>([
    ['in other case', (path) => path.replace('sharedStrings', 'SharedStrings').toUpperCase()],
    ['with backslashes', (path) => path.replaceAll('/', '\\')],
    ['that begin with a dot', (path) => `./${path}`],
  ])('with names %s', async (_, rename) => {
    expect([...readXlsxRows(renamed(rename), 'People')]).toEqual([['one']])
    const workbook = prepareWorkbook(renamed(rename), 'People')
    const parts = unzipSync(await buffer(streamWorkbook(workbook, [['new']])))
    expect([...readXlsxRows(zipSync(parts), 'People')]).toEqual([['new']])
    expect(Object.keys(parts)).toHaveLength(6)
  })

  test.each([
    ['the shared texts', { 'xl/sharedStrings.xml': undefined }],
    ['a shared text', { 'xl/sharedStrings.xml': `<sst xmlns="${main}"/>` }],
    ['the sheet', { 'xl/worksheets/sheet1.xml': undefined }],
  ])('%s missing is damage, not blank cells', (_, changes) => {
    expect(() => rowsOf(row, changes)).toThrow(
      "The sheet 'People' of the workbook is damaged and cannot be read. Save the workbook again, then try again.",
    )
  })

  test.each([
    ['UTF-16', 'utf16le', '\uFEFF', ''],
    ['UTF-16 without a mark', 'utf16le', '', ''],
    ['ISO-8859-1, as it says', 'latin1', '', '<?xml version="1.0" encoding="ISO-8859-1"?>'],
  ] as const)('in %s', (_, encoding, mark, declaration) => {
    const written = { 'xl/worksheets/sheet1.xml': '', 'xl/workbook.xml': '' }
    const parts = partsOf('<row r="1"><c r="B1" t="str"><v>José</v></c></row>')
    const encoded = Object.keys(written).map((path) => [
      path,
      Buffer.from(mark + declaration + textOf(parts, path), encoding),
    ])
    expect(rowsOf('', Object.fromEntries(encoded))).toEqual([['', 'José']])
  })

  test('with a flipped bit are damage', () => {
    const archive = Buffer.from(zipSync(partsOf(row), { level: 0 }))
    const at = archive.indexOf('<t>one')
    archive.writeUInt8(archive.readUInt8(at + 3) ^ 1, at + 3)
    expect(() => [...readXlsxRows(archive, 'People')]).toThrow('damaged')
  })
})

describe('dates and times', () => {
  test.each([
    ['2009-06-15', 1, '2009-06-15'],
    ['2009-06-15T18:47:00Z', 1, '2009-06-15'],
    ['18:47:00.00000000000916800', 3, '6:47:00 PM'],
    ['PT48H0M0.000S', 2, '48:00'],
    ['2009-06-15', 0, '2009-06-15'],
    ['soon', 1, 'soon'],
  ])('written as %s in format %i are %s', (text, style, shown) => {
    const row = `<row><c t="d" s="${style}"><v>${text}</v></c></row>`
    expect(rowsOf(row)).toEqual([[shown]])
    // Dates that are spelled out do not count from anywhere.
    const from1904 = { 'xl/workbook.xml': workbookWith('<workbookPr date1904="1"/>') }
    expect(rowsOf(row, from1904)).toEqual([[shown]])
  })

  test('a duration has no first day', () => {
    const from1904 = { 'xl/workbook.xml': workbookWith('<workbookPr date1904="1"/>') }
    expect(rowsOf('<row><c s="2"><v>1.5</v></c></row>', from1904)).toEqual([['36:00']])
  })
})

test('a row in several pieces is one row', () => {
  const piece = (row: number, column: string) =>
    `<row r="${row}"><c r="${column}${row}"><v>${row}</v></c></row>`
  expect(rowsOf(piece(1, 'A') + piece(1, 'B') + piece(3, 'A') + piece(3, 'C'))).toEqual([
    ['1', '1'],
    [],
    ['3', '', '3'],
  ])
})

test.each([
  ['<c t="inlineStr"><v>7</v><is><t>seven</t></is></c>', 'seven'],
  ['<c t="inlineStr"><is><t>seven</t></is><v>7</v></c>', 'seven'],
  ['<c><v>7</v><is><t>seven</t></is></c>', '7'],
  ['<c><is><t>seven</t></is><v>7</v></c>', '7'],
  ['<c t="inlineStr"><v>7</v></c>', '7'],
])('of two values, the one that fits the type of the cell counts: %s', (cell, text) => {
  expect(rowsOf(`<row>${cell}</row>`)).toEqual([[text]])
})

test('a line end in XML is one line end', () => {
  const cell = (value: string) => `<row><c t="str"><v>${value}</v></c></row>`
  expect(rowsOf(cell('a\r\nb\rc'))).toEqual([['a\nb\nc']])
  expect(rowsOf(cell('a_x000D_\r\nb'))).toEqual([['a\r\nb']])
})

describe('other formats are refused by name', () => {
  test.each([
    ['xl/workbook.bin', 'This is a binary workbook (.xlsb), not a workbook. Open it in Excel'],
    ['content.xml', 'This is an OpenDocument file (.ods), not a workbook. Open it in its program'],
    ['Index/Document.iwa', 'This is a Numbers table, not a workbook. Open it in Numbers'],
    ['ppt/presentation.xml', 'This is a presentation, not a workbook.'],
    ['word/document.xml', 'This is a text document, not a workbook.'],
    [
      'people.csv',
      'This is a .zip archive, not a workbook. Unpack it and use the file in it, then try again.',
    ],
    ['lists/people.xlsx', 'This is a .zip archive, not a workbook.'],
  ])('an archive with %s', (path, sentence) => {
    expect(() => [...readXlsxRows(zipSync({ [path]: strToU8('x') }))]).toThrow(sentence)
  })
})

describe('chart sheets', () => {
  const chart = `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
  const workbook = `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Totals" sheetId="1" r:id="r1"/><sheet name="Old" sheetId="2" r:id="r2" state="hidden"/><sheet name="People" sheetId="3" r:id="r2"/></sheets></workbook>`
  const parts = zipSync(
    partsOf('<row><c><v>1</v></c></row>', {
      'xl/workbook.xml': workbook,
      'xl/_rels/workbook.xml.rels': chart,
      'xl/chartsheets/sheet1.xml': `<chartsheet xmlns="${main}"/>`,
    }),
  )
  const sentence = "The sheet 'Totals' of the workbook is a chart, not a table."

  test('are not read, and not overwritten', () => {
    expect(() => [...readXlsxRows(parts, 'Totals')]).toThrow(sentence)
    expect(() => prepareWorkbook(parts, 'totals')).toThrow(sentence)
  })

  test('do not count as the first sheet', () => {
    expect([...readXlsxRows(parts)]).toEqual([['1']])
  })
})

test('a sheet that is added to a workbook at the top of the archive has a plain name', async () => {
  const parts = partsOf('', {
    '_rels/.rels': `<Relationships xmlns="${packages}"><Relationship Id="a" Type="${office}/officeDocument" Target="/workbook.xml"/></Relationships>`,
    'workbook.xml': workbookWith(''),
    '_rels/workbook.xml.rels': `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>`,
  })
  const workbook = prepareWorkbook(zipSync(parts), 'New')
  const written = await buffer(streamWorkbook(workbook, [['new']]))
  expect(Object.keys(unzipSync(written))).toContain('worksheets/sheet2.xml')
  expect([...readXlsxRows(written, 'New')]).toEqual([['new']])
})

test('vertically merged cells count in each of their rows, and only in their first column', () => {
  const cell = (address: string, text: string) => `<c r="${address}" t="str"><v>${text}</v></c>`
  const rows = [
    `<row r="1">${cell('A1', 'List of all')}</row>`,
    `<row r="2">${cell('A2', 'Anna')}${cell('B2', 'NY-1')}</row>`,
    `<row r="3">${cell('A3', 'Ben')}<c r="B3"/></row>`,
    '<row r="4"/>',
    `<row r="5">${cell('A5', 'Carla')}</row><row r="6">${cell('A6', 'Dora')}</row>`,
  ]
  const merges = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="B2:C5"/></mergeCells>'
  const sheet = `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData>${merges}</worksheet>`
  expect(rowsOf('', { 'xl/worksheets/sheet1.xml': sheet })).toEqual([
    ['List of all'],
    ['Anna', 'NY-1'],
    ['Ben', 'NY-1'],
    [],
    ['Carla', 'NY-1'],
    ['Dora'],
  ])
})

test('only sheets with rows are offered, and hidden ones are marked', () => {
  const states: Record<string, string> = { Old: 'hidden', Older: 'veryHidden' }
  const sheets = ['Chart', 'Old', 'Empty', 'People', 'Older'].map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}" state="${states[name] ?? 'visible'}"/>`,
  )
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="s${at}" Type="${office}/${at === 0 ? 'chartsheet' : 'worksheet'}" Target="worksheets/sheet${at}.xml"/>`,
  )
  const sheet = (rows: string) =>
    `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
  const filled = sheet('<row><c><v>1</v></c></row>')
  const workbook = (people: string, old: string) =>
    zipSync(
      partsOf('', {
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}">${relations.join('')}</Relationships>`,
        'xl/worksheets/sheet0.xml': filled,
        'xl/worksheets/sheet1.xml': old,
        'xl/worksheets/sheet2.xml': sheet('<row/>'),
        'xl/worksheets/sheet3.xml': people,
        'xl/worksheets/sheet4.xml': old,
      }),
    )
  const listed = (people: string, old: string) =>
    listReadableSheets(workbook(people, old), 1_000_000).map(
      ({ name, isHidden }) => `${name}${isHidden ? ' (hidden)' : ''}`,
    )
  const blank = sheet('')
  expect(listed(filled, filled)).toEqual(['Old (hidden)', 'People', 'Older (hidden)'])
  const all = ['Old (hidden)', 'Empty', 'People', 'Older (hidden)']
  expect(listed(blank, filled)).toEqual(all)
  expect(listed(blank, blank)).toEqual(all)
})

test('rows that the workbook hides are read, and reported with their numbers', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = `<row>${cell('Name')}</row><row hidden="1">${cell('Hugo')}</row><row r="3" hidden="1"/><row r="4">${cell('Vera')}</row><row r="6" hidden="true">${cell('Fred')}</row>`
  const hidden: number[] = []
  const read = readXlsxRows(zipSync(partsOf(rows)), 'People', undefined, (row) => hidden.push(row))
  expect([...read]).toEqual([['Name'], ['Hugo'], [], ['Vera'], [], ['Fred']])
  expect(hidden).toEqual([2, 6])
})
