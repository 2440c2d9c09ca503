import { dayMs } from '@dashboard/contract/duration'
import { format, isDateFormat } from 'numfmt'
import { SheetError } from '../sheet-error.ts'
import { readXml } from './read-xml.ts'

/** Returns a date or time of ISO 8601 as its cell shows it; without a number format, as it is written. */
export function showDate(text: string, formatCode: string | undefined): string {
  const days = formatCode === undefined ? undefined : daysOf(text.trim())
  return days === undefined ? text : showNumber(String(days), formatCode, false)
}

/** The day that spreadsheets count as 0, for dates from March 1900 on. */
const dayZero = Date.UTC(1899, 11, 30)
const isoDate =
  /^(?:(\d{4})-(\d\d)-(\d\d))?(?:T|\b(?=\d\d:))?(?:(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?$/
const isoDuration = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/

/** Returns the number with which spreadsheets represent a date, a time or a duration. */
function daysOf(text: string): number | undefined {
  const length = isoDuration.exec(text)
  if (length) return secondsOf(length.slice(1)) / 86_400
  const date = isoDate.exec(text)
  if (!date || text === '') return undefined
  const [, year, month, day, ...time] = date
  const start =
    year === undefined ? dayZero : Date.UTC(Number(year), Number(month) - 1, Number(day))
  return (start - dayZero) / dayMs + secondsOf(time) / 86_400
}

function secondsOf([hours = '0', minutes = '0', seconds = '0']: readonly (string | undefined)[]) {
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

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
  // Those of East Asia: what each is depends on the language of the program, which a workbook does not say.
  ...Object.fromEntries(
    [27, 28, 29, 30, 31, 36, 50, 51, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd']),
  ),
  32: 'h:mm',
  33: 'h:mm:ss',
  ...Object.fromEntries([34, 35, 52, 55, 56].map((id) => [id, '[<1]h:mm;yyyy-mm-dd'])),
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
/** Durations are counted from zero, in either kind of workbook. */
const elapsedTime = /\[(?:h+|m+|s+)\]/i

/**
 * Returns the number format of each cell style, by its number in the workbook, where 0 is the general format, the codes
 * of the formats that the workbook defines, and the font of each style.
 */
export function readStyles(stylesXml: string) {
  const ids: number[] = []
  const fontIds: number[] = []
  const fonts: string[] = []
  const custom = new Map<number, string>()
  const inside = new Set<string>()
  readXml(stylesXml, {
    open(element, attribute) {
      inside.add(element)
      if (element === 'xf' && inside.has('cellXfs')) {
        ids.push(Number(attribute('numFmtId') ?? 0))
        fontIds.push(Number(attribute('fontId') ?? 0))
      }
      if (element === 'font' && inside.has('fonts')) fonts.push('')
      if (element === 'name' && inside.has('fonts'))
        fonts[fonts.length - 1] = attribute('val') ?? ''
      // Conditional formats have numbers of their own.
      if (element !== 'numFmt' || inside.has('dxfs')) return
      custom.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
    },
    close: (element) => void inside.delete(element),
  })
  return { ids, custom, fonts: fontIds.map((id) => fonts[id]) }
}

/** Returns number format code and font of each cell style; no code where cells are shown unformatted. */
export function readCellStyles(stylesXml: string) {
  const { ids, custom, fonts } = readStyles(stylesXml)
  const formats = ids.map((id) => {
    const code = custom.get(id) ?? builtInFormats[id]
    return code === 'General' || code === '@' ? undefined : code
  })
  return { formats, fonts }
}

const halvesOfDay = /上午\/下午|午前\/午後|오전\/오후/
/** Writes the halves of the day, which programs of East Asia save in their language, as all programs read them. */
function plainCode(code: string): string {
  if (!halvesOfDay.test(code)) return code
  return `${code.includes('[$-') ? '' : '[$-804]'}${code.replace(halvesOfDay, 'AM/PM')}`
}

/** The most that spreadsheet programs allow; the time of reading a format grows faster than its length. */
const maxFormatLength = 255

/** Returns a number as its cell shows it: zip code, date, phone number. */
export function showNumber(raw: string, formatCode: string | undefined, from1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || Number.isNaN(value)) return raw.trim()
  if (formatCode === undefined) return String(Number(value.toPrecision(15)))
  requireShortFormat(formatCode)
  const isDate = isDateFormat(formatCode) && !elapsedTime.test(formatCode)
  const shift = from1904 && isDate ? daysFrom1900To1904 : 0
  return format(plainCode(formatCode), value + shift, { throws: false }).trim()
}

/** Returns a text as its cell shows it: 'Circuit NY-1' for 'NY-1' in the format `"Circuit "@`. */
export function showText(text: string, formatCode: string | undefined): string {
  if (!formatCode?.includes('@')) return text
  requireShortFormat(formatCode)
  return format(formatCode, text, { throws: false })
}

function requireShortFormat(formatCode: string): void {
  if (formatCode.length <= maxFormatLength) return
  throw new SheetError(
    'unreadable',
    `A number format of the workbook has more than ${maxFormatLength} characters. Give the cells another format, then try again.`,
  )
}
