import { buffer } from 'node:stream/consumers'
import { streamWorkbook } from '@dashboard/store/workbook/write-workbook'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readXlsxRows } from './xlsx-reader.ts'
import { prepareWorkbook } from './xlsx-writer.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'

/**
 * Returns a workbook as other programs write them: prefixed names, formulas with their chain, a chart sheet's
 * leftovers.
 */
function foreignWorkbook(): Uint8Array {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/calcChain.xml" ContentType="chain"/><Override PartName="/xl/media.bin" ContentType="bin"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="a" Type="${office}/officeDocument" Target="/xl/book.xml"/></Relationships>`,
    'xl/workbook-notes.xml': '<notes/>',
    'xl/book.xml': `<x:workbook xmlns:x="${main}" xmlns:q="${office}"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="Totals" sheetId="4" q:id="rA"/><x:sheet name="Data_Import" sheetId="7" q:id="rB"/></x:sheets><x:calcPr calcId="1" fullCalcOnLoad="0"/></x:workbook>`,
    'xl/_rels/book.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rA" Type="${office}/worksheet" Target="worksheets/one.xml"/><Relationship Id="rB" Type="${office}/worksheet" Target="worksheets/two.xml"/><Relationship Id="rC" Type="${office}/calcChain" Target="calcChain.xml"/><Relationship Id="rD" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<x:styleSheet xmlns:x="${main}"><x:numFmts count="1"><x:numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></x:numFmts><x:cellXfs count="2"><x:xf numFmtId="0"/><x:xf numFmtId="164"/></x:cellXfs></x:styleSheet>`,
    'xl/worksheets/one.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c><x:f>COUNTA(Data_Import!A:A)</x:f><x:v>2</x:v></x:c><x:c t="str"><x:f>"a"&amp;"b"</x:f></x:c><x:c t="e"><x:v>#REF!</x:v></x:c><x:c s="1"><x:v>43891</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    'xl/worksheets/two.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="2"><x:c r="B2" t="inlineStr"><x:is><x:r><x:t>old </x:t></x:r><x:r><x:t>row</x:t></x:r><x:rPh><x:t>reading</x:t></x:rPh></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
    'xl/worksheets/_rels/two.xml.rels': `<Relationships xmlns="${relations}"/>`,
    'xl/calcChain.xml': '<calcChain/>',
    'xl/media.bin': 'picture',
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
  )
}

async function write(existing: Uint8Array | undefined, sheet: string, rows: string[][]) {
  return buffer(streamWorkbook(prepareWorkbook(existing, sheet), rows))
}

function textsOf(workbook: Uint8Array): Record<string, string> {
  const parts = Object.entries(unzipSync(workbook))
  return Object.fromEntries(parts.map(([path, bytes]) => [path, strFromU8(bytes)]))
}

test('cells of every kind, without addresses and with prefixes', () => {
  expect([...readXlsxRows(foreignWorkbook(), 'Totals')]).toEqual([['2', '', '#REF!', '2024-03-02']])
  expect([...readXlsxRows(foreignWorkbook(), 'data_import')]).toEqual([[], ['', 'old row']])
})

test('without a name, the first sheet is read', () => {
  expect([...readXlsxRows(foreignWorkbook())][0]?.[0]).toBe('2')
})

test.each([
  ['xl/book.xml', 'The file is not an Excel workbook (.xlsx), or it is damaged.'],
  ['xl/_rels/book.xml.rels', 'The file is not an Excel workbook (.xlsx), or it is damaged.'],
  ['xl/styles.xml', "The sheet 'Totals' of the workbook is damaged and cannot be read."],
  ['xl/sharedStrings.xml', "The sheet 'Totals' of the workbook is damaged and cannot be read."],
  ['xl/worksheets/one.xml', "The sheet 'Totals' of the workbook is damaged and cannot be read."],
])('a workbook with damage in %s is refused with a sentence', (path, sentence) => {
  const target = `<Relationship Id="rE" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`
  const relationsPath = 'xl/_rels/book.xml.rels'
  const parts = unzipSync(foreignWorkbook())
  const list = strFromU8(parts[relationsPath] ?? new Uint8Array())
  parts[relationsPath] = strToU8(list.replace('</Relationships>', `${target}$&`))
  parts[path] = strToU8('<open><damaged></open>')
  expect(() => [...readXlsxRows(zipSync(parts), 'Totals')]).toThrow(sentence)
})

test('no sheet is written into a workbook with damaged styles', async () => {
  const parts = unzipSync(foreignWorkbook())
  parts['xl/styles.xml'] = strToU8('<open><damaged></open>')
  await expect(write(zipSync(parts), 'Data_Import', [['new']])).rejects.toThrow(
    'The file is not an Excel workbook (.xlsx), or it is damaged.',
  )
})

test('replacing a sheet preserves every other part and has formulas calculated again', async () => {
  const before = textsOf(foreignWorkbook())
  const workbook = await write(foreignWorkbook(), 'Data_Import', [['new']])
  expect([...readXlsxRows(workbook, 'Data_Import')]).toEqual([['new']])
  const after = textsOf(workbook)
  for (const path of ['xl/worksheets/one.xml', 'xl/workbook-notes.xml', 'xl/media.bin']) {
    expect(after[path]).toBe(before[path])
  }
  expect(after['xl/calcChain.xml']).toBeUndefined()
  expect(after['xl/worksheets/_rels/two.xml.rels']).toBeUndefined()
  expect(after['[Content_Types].xml']).not.toContain('calcChain')
  expect(after['[Content_Types].xml']).toContain('media.bin')
  expect(after['xl/_rels/book.xml.rels']).not.toContain('calcChain')
  expect(after['xl/book.xml']).toContain('<x:calcPr fullCalcOnLoad="1" calcId="1"/>')
  expect(after['xl/styles.xml']).toContain('<x:cellXfs count="3">')
  expect(after['xl/worksheets/two.xml']).toContain('<c r="A1" s="2" t="inlineStr">')
})

test('adding a sheet lists it beside the others', async () => {
  const workbook = await write(foreignWorkbook(), 'People & "more"', [['new']])
  expect([...readXlsxRows(workbook, 'People & "more"')]).toEqual([['new']])
  expect([...readXlsxRows(workbook, 'Data_Import')]).toEqual([[], ['', 'old row']])
  const after = textsOf(workbook)
  expect(after['xl/book.xml']).toMatch(
    /<x:sheet xmlns:r="[^"]+" name="People &amp; &quot;more&quot;" sheetId="8" r:id="rIdSheet3"\/><\/x:sheets>/,
  )
  expect(after['[Content_Types].xml']).toContain('/xl/worksheets/sheet3.xml')
})

test('the text style is made once', async () => {
  const twice = await write(await write(undefined, 'A', [['1']]), 'A', [['2']])
  expect(textsOf(twice)['xl/styles.xml']?.match(/numFmtId="49"/g)).toHaveLength(1)
})

test('a column far to the right has its letters', async () => {
  const row = [...Array.from({ length: 702 }, () => ''), 'AAA']
  const workbook = await write(undefined, 'A', [row])
  expect([...readXlsxRows(workbook)]).toEqual([row])
  expect(textsOf(workbook)['xl/worksheets/sheet1.xml']).toContain('r="AAA1"')
})
