import { format, isDateFormat } from 'numfmt'
import { readXml } from './xml-reader.ts'
import { XmlScanner } from './xml-scanner.ts'

/** Formats that a workbook refers to by number alone (ECMA-376, 18.8.30), as in the United States. */
const builtInFormats: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
}

const daysFrom1900To1904 = 1462

/** The number format of each cell style, by its number in the workbook; 0 is the general one. */
export function readCellFormatIds(stylesXml: string): number[] {
  const ids: number[] = []
  let inCellStyles = false
  readXml(stylesXml, {
    open(element, attribute) {
      if (element === 'cellXfs') inCellStyles = true
      if (element === 'xf' && inCellStyles) ids.push(Number(attribute('numFmtId') ?? 0))
    },
    close(element) {
      if (element === 'cellXfs') inCellStyles = false
    },
  })
  return ids
}

/** The number format code of each cell style; `undefined` where numbers show as they are. */
export function readNumberFormats(stylesXml: string): (string | undefined)[] {
  const custom = new Map<number, string>()
  readXml(stylesXml, {
    open(element, attribute) {
      if (element !== 'numFmt') return
      custom.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
    },
  })
  return readCellFormatIds(stylesXml).map((id) => {
    const code = custom.get(id) ?? builtInFormats[id]
    return code === 'General' || code === '@' ? undefined : code
  })
}

/** A number as its cell shows it: zip code, date, phone number. */
export function showNumber(raw: string, formatCode: string | undefined, from1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || Number.isNaN(value)) return raw.trim()
  if (formatCode === undefined) return String(Number(value.toPrecision(15)))
  const shift = from1904 && isDateFormat(formatCode) ? daysFrom1900To1904 : 0
  return format(formatCode, value + shift, { throws: false }).trim()
}

/** The texts that cells refer to by number. Phonetic readings beside a text are not part of it. */
export function readSharedStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = []
  if (part === undefined) return strings
  const xml = new XmlScanner(part)
  let current = ''
  let inText = false
  let inReading = false
  for (let token = xml.next(); token !== 'end'; token = xml.next()) {
    const { name } = xml
    if (token === 'text') {
      if (inText) current += xml.text()
    } else if (name === 'si') {
      if (token === 'opening') current = ''
      else strings.push(decodeText(current))
    } else if (name === 'rPh') inReading = token === 'opening'
    else if (name === 't') inText = token === 'opening' && !inReading
  }
  return strings
}

/** Characters that XML cannot hold are written as `_x000D_` in a workbook. */
export function decodeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
