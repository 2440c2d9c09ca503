import { decodeText, showNumber } from './xlsx-cell-text.ts'
import type { Place } from './xml-attributes.ts'
import { XmlScanner } from './xml-scanner.ts'

const lastColumn = 16_384
const lastRow = 1_048_576
const letterA = 65
const letterZ = 90
const digitZero = 48
/** Numbers of so few digits are kept exactly. */
const mostDigits = 9

/** What cells refer to by number. */
export interface CellTexts {
  strings: readonly string[]
  formats: readonly (string | undefined)[]
  from1904: boolean
}

/** The rows in a sheet's XML. Row n of the sheet is the n-th row: gaps come as empty rows. */
export function* readSheetRows(sheet: Uint8Array, cells: CellTexts): Generator<string[]> {
  const reader = new RowReader(sheet, cells)
  let count = 0
  while (reader.read()) {
    for (count += 1; count < reader.rowNumber; count += 1) yield []
    yield reader.row
  }
}

class RowReader {
  row: string[] = []
  rowNumber = 0
  readonly #bytes: Uint8Array
  readonly #xml: XmlScanner
  readonly #cells: CellTexts
  #column = 0
  #type = 'n'
  #style = -1
  #text = ''
  /** The text, if it is nothing but a whole number: of most cells, that of a shared text. */
  #whole: number | undefined
  #inValue = false
  #inReading = false

  constructor(sheet: Uint8Array, cells: CellTexts) {
    this.#bytes = sheet
    this.#xml = new XmlScanner(sheet)
    this.#cells = cells
  }

  /** Goes on to the next row; `false` when there is none. */
  read(): boolean {
    const xml = this.#xml
    for (;;) {
      const token = xml.next()
      if (token === 'text') {
        if (this.#inValue) this.#addText()
      } else if (token === 'opening') this.#open(xml.name)
      else if (token === 'end') return false
      else if (xml.name === 'row') return true
      else if (xml.name === 'sheetData') return this.#readRest()
      else this.#close(xml.name)
    }
  }

  /** What follows the rows has none, but has to be whole. Elements called `row` there are places of pictures. */
  #readRest(): false {
    while (this.#xml.next() !== 'end');
    return false
  }

  #open(element: string): void {
    if (element === 'c') this.#openCell()
    else if (element === 'v' || element === 't') this.#inValue = !this.#inReading
    else if (element === 'rPh') this.#inReading = true
    else if (element === 'row') {
      const number = Math.ceil(Math.min(Number(this.#xml.attribute('r') ?? 0), lastRow))
      this.rowNumber = number > this.rowNumber ? number : this.rowNumber + 1
      this.row = []
      this.#column = 0
    }
  }

  #openCell(): void {
    const address = this.#xml.attributePlace('r')
    this.#column = (address && columnAt(this.#bytes, address)) ?? this.#column + 1
    this.#type = this.#xml.attribute('t') ?? 'n'
    this.#style = Number(this.#xml.attribute('s') ?? -1)
    this.#text = ''
    this.#whole = undefined
  }

  #addText(): void {
    const { textStart, textEnd } = this.#xml
    if (this.#whole !== undefined) {
      this.#text = String(this.#whole)
      this.#whole = undefined
    } else if (this.#text === '' && (this.#type === 's' || this.#type === 'n')) {
      this.#whole = wholeNumberAt(this.#bytes, textStart, textEnd)
      if (this.#whole !== undefined) return
    }
    this.#text += this.#xml.text()
  }

  #close(element: string): void {
    if (element === 'v' || element === 't') this.#inValue = false
    else if (element === 'rPh') this.#inReading = false
    else if (element === 'c' && this.#column <= lastColumn) {
      const text = this.#show()
      if (text === undefined) return
      while (this.row.length < this.#column - 1) this.row.push('')
      this.row[this.#column - 1] = text
    }
  }

  /** The text of the cell; `undefined` when there is nothing in it. */
  #show(): string | undefined {
    const { strings, formats, from1904 } = this.#cells
    const whole = this.#whole
    if (whole !== undefined) {
      if (this.#type === 's') return strings[whole] ?? ''
      const format = formats[this.#style]
      return format === undefined ? String(whole) : showNumber(String(whole), format, from1904)
    }
    const text = this.#text
    if (text === '') return undefined
    if (this.#type === 's') return strings[Number(text)] ?? ''
    if (this.#type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (this.#type === 'n') return showNumber(text, formats[this.#style], from1904)
    return this.#type === 'inlineStr' || this.#type === 'str' ? decodeText(text) : text
  }
}

/** The column of the address there, counted from 1; `undefined` without letters. */
function columnAt(bytes: Uint8Array, { value, valueEnd }: Place): number | undefined {
  let column = 0
  for (let at = value; at < valueEnd; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < letterA || byte > letterZ) break
    column = column * 26 + byte - letterA + 1
  }
  return column || undefined
}

/** The number there, if it is written as one is: digits only, and as few as it needs. */
function wholeNumberAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  const digits = end - start
  if (digits === 0 || digits > mostDigits) return undefined
  if (digits > 1 && bytes[start] === digitZero) return undefined
  let number = 0
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - digitZero
    if (digit < 0 || digit > 9) return undefined
    number = number * 10 + digit
  }
  return number
}
