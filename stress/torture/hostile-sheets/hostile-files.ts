import { deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

/** A small file that is made to take much time or memory. */
export interface HostileFile {
  content: Uint8Array
  /** Matches the sentence of the refusal; without it, the file may be read, too. */
  refusal?: RegExp
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const mb = 1024 ** 2
const titles = ['First Name', 'Last Name', 'Circuit', 'Congregation']
const titleRow = `<row>${titles.map((title) => `<c t="str"><v>${title}</v></c>`).join('')}</row>`

/** Returns a workbook whose parts are replaced by these texts. */
function workbook(parts: { sheet?: string; strings?: string; styles?: string; book?: string }) {
  const { sheet = '', strings = '<sst/>', styles = '<styleSheet/>', book = '' } = parts
  const target = (id: string, type: string, path: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${path}"/>`
  const texts = {
    '_rels/.rels': `<Relationships xmlns="${relations}">${target('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data_Import" sheetId="1" r:id="s"/></sheets>${book}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${target('s', 'worksheet', 'sheet.xml')}${target('t', 'sharedStrings', 'sharedStrings.xml')}${target('y', 'styles', 'styles.xml')}</Relationships>`,
    'xl/sheet.xml': `<worksheet xmlns="${main}"><sheetData>${titleRow}${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': strings,
    'xl/styles.xml': styles,
  }
  return zipSync(
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)])),
    { level: 9 },
  )
}

/** Returns a zip of many entries that share one packed content, so that it unpacks to many times its size. */
function overlapping(entries: number, unpackedBytes: number): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(unpackedBytes, ' '), { level: 9 })
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(8, 8)
  const directory = Array.from({ length: entries }, (_, index) => {
    const name = Buffer.from(`${index}.rels`)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(unpackedBytes, 24)
    entry.writeUInt16LE(name.length, 28)
    return Buffer.concat([entry, name])
  })
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(header.length + packed.length, 16)
  return Buffer.concat([header, packed, listed, end])
}

const cell = (style: number) => `<c s="${style}"><v>41234.5678</v></c>`
const formats = (code: string) =>
  `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`
const manyRows = (row: string, count: number) => `<row>${row}</row>`.repeat(count)
const tooLarge = /too large|damaged/

/** Returns a CSV file with these rows below the titles. */
function csv(rowOf: (index: number) => string, count: number): Uint8Array {
  const rows = Array.from({ length: count }, (_, index) => rowOf(index))
  return Buffer.from([titles.join(','), ...rows].join('\n'))
}

/** Returns a workbook of many sheets, each with a separate part. */
function manySheets(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, index) => index)
  const relation = (index: number) =>
    `<Relationship Id="s${index}" Type="${office}/worksheet" Target="s${index}.xml"/>`
  const sheet = strToU8(`<worksheet xmlns="${main}"><sheetData>${titleRow}</sheetData></worksheet>`)
  return zipSync(
    {
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers.map((index) => `<sheet name="n${index}" sheetId="${index + 1}" r:id="s${index}"/>`).join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="${relations}">${numbers.map(relation).join('')}</Relationships>`,
      ),
      ...Object.fromEntries(numbers.map((index) => [`xl/s${index}.xml`, sheet])),
    },
    { level: 9 },
  )
}

/** Each of ten entities expands to ten of the one before. */
const laughs = `<!DOCTYPE sst [<!ENTITY a0 "ha">${Array.from({ length: 10 }, (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`).join('')}]>`

/** Makes the files, by their names, one at a time, since each of them is large before it is packed. */
export const hostileFiles = {
  'a workbook within a workbook within a workbook': () => ({
    content: zipSync({
      'xl/workbook.xml': zipSync({ 'xl/workbook.xml': overlapping(95, 10 * mb) }),
    }),
    refusal: /not an Excel workbook|damaged/,
  }),
  'a billion laughs': () => ({
    content: workbook({
      strings: `${laughs}<sst><si><t>&a10;</t></si></sst>`,
      sheet: manyRows('<c t="s"><v>0</v></c>'.repeat(4), 1_000),
    }),
  }),
  'one cell of 95 MB': () => ({
    content: workbook({
      sheet: `<row><c t="inlineStr"><is><t>${'x'.repeat(95 * mb)}</t></is></c></row>`,
    }),
  }),
  'a million columns': () => ({
    content: csv(() => 'x'.repeat(1_000_000).split('').join(','), 9),
    refusal: /more than the 500 that can be read/,
  }),
  'a million cells in one row': () => ({
    content: workbook({ sheet: `<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>` }),
    refusal: /more than the 500 that can be read/,
  }),
  'a line of 19 MB': () => ({ content: csv(() => 'x'.repeat(19 * mb), 1) }),
  '20,000 sheets': () => ({ content: manySheets(20_000) }),
  '400,000 people of one name': () => ({
    content: Buffer.from(
      `${titles.join(',')},Mobile Phone\n${Array.from({ length: 400_000 }, (_, index) => `Ann,Lee,NY-1,Central,+1 212 ${String(index).padStart(7, '0')}`).join('\n')}`,
    ),
  }),
  '300 places in each of 6,000 rows': () => ({
    content: csv((index) => `A${index},Lee,${'NY-1;'.repeat(300)},${'x ('.repeat(300)}`, 6_000),
  }),
  'half a million merged cells': () => ({
    content: workbook({
      sheet: `${manyRows('<c><v>1</v></c>', 1_000)}</sheetData><mergeCells>${Array.from({ length: 500_000 }, (_, index) => `<mergeCell ref="B${1 + (index % 900)}:B1048576"/>`).join('')}</mergeCells><sheetData>`,
    }),
  }),
  '950 MB of blanks': () => ({
    content: overlapping(95, 10 * mb),
    refusal: /unpacked, it has more than 100 MB/,
  }),
  '95 MB of blanks in a sheet': () => ({ content: workbook({ sheet: ' '.repeat(95 * mb) }) }),
  '95 MB of blanks in a list of sheets': () => ({
    content: workbook({ book: `${' '.repeat(94 * mb)}😀` }),
  }),
  '30 million nested tags': () => ({
    content: workbook({ sheet: '<a>'.repeat(30_000_000) }),
    refusal: /damaged/,
  }),
  'nested tags in the shared texts': () => ({
    content: workbook({ strings: '<a>'.repeat(30_000_000) }),
    refusal: /damaged/,
  }),
  '15 million attributes': () => ({
    content: workbook({ sheet: `<row${' a=""'.repeat(15_000_000)}/>` }),
    refusal: /damaged/,
  }),
  'a number format of 4 kB': () => ({
    content: workbook({
      styles: formats('# ?/?'.repeat(800)),
      sheet: manyRows(cell(1).repeat(4), 1_000),
    }),
    refusal: /number format of the workbook has more than 255 characters/,
  }),
  'a slow number format in many cells': () => ({
    content: workbook({
      styles: formats('# ?/?'.repeat(50)),
      sheet: manyRows(cell(1).repeat(400), 2_000),
    }),
  }),
  '18 million shared texts': () => ({
    content: workbook({ strings: `<sst>${'<si/>'.repeat(18_000_000)}</sst>` }),
  }),
  'one text of 90 MB in a thousand rows': () => ({
    content: workbook({
      strings: `<sst><si><t>${'x'.repeat(90 * mb)}</t></si></sst>`,
      sheet: manyRows('<c t="s"><v>0</v></c>'.repeat(4), 1_000),
    }),
  }),
  'one text of 32,000 characters in 500,000 cells': () => ({
    content: workbook({
      strings: `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
      sheet: manyRows('<c t="s"><v>0</v></c>'.repeat(500), 1_000),
    }),
    refusal: tooLarge,
  }),
  'hostile cells': () => ({
    content: workbook({
      strings: `<sst><si><t>${'a@'.repeat(16_000)}</t></si></sst>`,
      sheet: manyRows('<c t="s"><v>0</v></c>'.repeat(4), 700),
    }),
  }),
  'a million sheets': () => ({
    content: workbook({ book: '<sheet name="x" r:id="s"/>'.repeat(1_000_000) }),
  }),
  'a million rows of wide gaps': () => ({
    content: workbook({ sheet: '<row><c r="XFD1" t="str"><v> </v></c></row>'.repeat(1_000_000) }),
  }),
  '60,000 empty parts': () => ({ content: overlapping(60_000, 1), refusal: tooLarge }),
  '20 MB of commas': () => ({ content: Buffer.alloc(20 * mb - 1, ',') }),
  '20 MB of quotation marks': () => ({ content: Buffer.alloc(20 * mb - 1, '"') }),
  '20 MB of quoted letters': () => ({ content: Buffer.alloc(20 * mb - 1, '"x') }),
  '20 MB of line ends': () => ({ content: Buffer.alloc(20 * mb - 1, '\n') }),
  '20 MB of Cyrillic': () => ({ content: Buffer.alloc(20 * mb - 1, '\xe0\xe1\n', 'latin1') }),
} satisfies Record<string, () => HostileFile>
