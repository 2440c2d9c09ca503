import { columnNumber } from '@dashboard/store/workbook/column-letters'
import { createMergeFiller, type MergedCells } from '../merged-cells.ts'
import { missingSheet, SheetError } from '../sheet-error.ts'
import { readCellStyles, showDate, showNumber, showText } from './number-formats.ts'
import { inUtf8, readXml, readXmlInPieces, type XmlHandlers } from './read-xml.ts'
import { showSymbol } from './symbol-fonts.ts'
import {
  findSheet,
  isSamePath,
  partAt,
  partText,
  readWorkbookIndex,
  unpackIndexParts,
  unpackParts,
  type WorkbookSheet,
} from './xlsx-package.ts'

/**
 * Yields the rows of a workbook's sheet, each cell as the text that a person sees in it; without a name, those of its
 * first sheet. Row n of the sheet is the n-th row: gaps become empty rows. `onHiddenRow` is called with the number of
 * each row that the workbook hides, before it is yielded.
 * @throws SheetError when the bytes are not a workbook, have no such sheet, or unpack to more than `maxBytes`.
 */
export function* readXlsxRows(
  bytes: Uint8Array,
  sheetName?: string,
  maxBytes?: number,
  onHiddenRow?: (row: number) => void,
): Generator<string[]> {
  const index = readWorkbookIndex(unpackIndexParts(bytes, maxBytes))
  const sheet =
    sheetName === undefined
      ? (index.sheets.find(({ isChart, isHidden }) => !isChart && !isHidden) ?? index.sheets[0])
      : findSheet(index, sheetName)
  if (sheet === undefined) {
    const others = index.sheets.map(({ name }) => ({ title: name }))
    throw sheetName === undefined
      ? new SheetError('no-sheet', 'The workbook has no sheet.')
      : missingSheet('The workbook', sheetName, others)
  }
  if (sheet.isChart) throw chartSheetError(sheet)
  const { stylesPath, sharedStringsPath } = index
  const wanted = [sheet.path, stylesPath, sharedStringsPath]
  const parts = unpackParts(
    bytes,
    (path) => wanted.some((other) => isSamePath(path, other)),
    maxBytes,
  )
  const part = partAt(parts, sheet.path)
  try {
    if (part === undefined) throw new Error(`${sheet.path} is missing`)
    const xml = inUtf8(Buffer.from(part.buffer, part.byteOffset, part.length))
    const cells: CellTexts = {
      strings: readSharedStrings(partAt(parts, sharedStringsPath)),
      ...readCellStyles(partText(parts, stylesPath) ?? '<styleSheet/>'),
      from1904: index.from1904,
    }
    const fill = createMergeFiller(findMergedCells(xml))
    for (const row of readSheetRows(xml, cells, onHiddenRow)) yield fill(row)
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError(
      'unreadable',
      `The sheet '${sheet.name}' of the workbook is damaged and cannot be read. Save the workbook again, then try again.`,
      { cause: error },
    )
  }
}

/**
 * Returns the sheets to choose from, in the order of the workbook: those with rows or, where no visible sheet has rows,
 * all that can have some.
 * @throws SheetError as `readXlsxRows` does.
 */
export function listReadableSheets(
  bytes: Uint8Array,
  maxBytes: number,
): Pick<WorkbookSheet, 'name' | 'isHidden'>[] {
  const index = readWorkbookIndex(unpackIndexParts(bytes, maxBytes))
  const tables = index.sheets.filter(({ isChart }) => !isChart)
  const isFilled = tables.length === 1 ? () => false : findFilled(bytes, tables, maxBytes)
  const filled = tables.filter(isFilled)
  return filled.some(({ isHidden }) => !isHidden) ? filled : tables
}

/**
 * Returns a function that says whether a sheet has values. One that cannot be read is reported when somebody chooses
 * it. Each part is read once, since a thousand sheets may be the same one.
 */
function findFilled(
  bytes: Uint8Array,
  sheets: readonly WorkbookSheet[],
  maxBytes: number,
): (sheet: WorkbookSheet) => boolean {
  const paths = new Set(sheets.map(({ path }) => path.toLowerCase()))
  const filled = new Set<string>()
  try {
    const parts = unpackParts(bytes, (path) => paths.has(path.toLowerCase()), maxBytes)
    for (const [path, part] of Object.entries(parts)) {
      if (mayHaveValues(part)) filled.add(path.toLowerCase())
    }
  } catch {
    return () => true
  }
  return ({ path }) => filled.has(path.toLowerCase())
}

export function chartSheetError({ name }: WorkbookSheet): SheetError {
  return new SheetError(
    'no-sheet',
    `The sheet '${name}' of the workbook is a chart, not a table. Rename it, then try again.`,
  )
}

const lastColumn = 16_384
const lastRow = 1_048_576
/** Texts and formats that cells refer to by number. */
export interface CellTexts {
  strings: readonly string[]
  formats: readonly (string | undefined)[]
  fonts: readonly (string | undefined)[]
  from1904: boolean
}

/** Yields the rows in a sheet's XML. Row n of the sheet is the n-th row: gaps become empty rows. */
export function* readSheetRows(
  sheet: Uint8Array,
  cells: CellTexts,
  onHiddenRow: (row: number) => void = () => {},
): Generator<string[]> {
  const reader = new RowReader(cells)
  let count = 0
  function* finished() {
    for (const { number, row, isHidden } of reader.take()) {
      for (count += 1; count < number; count += 1) yield []
      if (isHidden && row.some((cell) => cell.trim() !== '')) onHiddenRow(number)
      yield row
    }
  }
  for (const _ of readXmlInPieces(sheet, reader)) yield* finished()
  reader.endRow()
  yield* finished()
}

const mergedCell = /<(?:\w+:)?mergeCell\b[^<>]*?\sref\s*=\s*["']([A-Z]+)(\d+):[A-Z]+(\d+)["']/gi

/** Returns the vertically merged cells, which a sheet's XML lists after its rows. */
function findMergedCells(sheet: Buffer): MergedCells[] {
  const end = sheet.lastIndexOf('sheetData>')
  if (end < 0) return []
  return [...sheet.toString('latin1', end).matchAll(mergedCell)].flatMap(
    ([, letters = '', first, last]) => {
      const [firstRow, lastRow] = [Number(first), Number(last)]
      const column = columnNumber(letters.toUpperCase()) ?? 1
      return lastRow > firstRow && column <= lastColumn ? { column, firstRow, lastRow } : []
    },
  )
}

/** Whether a sheet's XML has a cell with a value, or cannot be read. */
function mayHaveValues(sheet: Uint8Array): boolean {
  let isFound = false
  let isOver = false
  const handlers: XmlHandlers = {
    open(name) {
      if (!isOver) isFound ||= name === 'v' || name === 'is'
    },
    close(name) {
      isOver ||= name === 'sheetData'
    },
  }
  try {
    for (const _ of readXmlInPieces(sheet, handlers)) if (isFound || isOver) break
  } catch {
    return true
  }
  return isFound
}

interface NumberedRow {
  number: number
  row: string[]
  isHidden: boolean
}

/** Receives the tags of a sheet's XML, and holds the rows that have ended. */
class RowReader implements XmlHandlers {
  readonly #cells: CellTexts
  #ended: NumberedRow[] = []
  #row: NumberedRow = { number: 0, row: [], isHidden: false }
  #column = 0
  #type = 'n'
  #style = -1
  #text = ''
  /** The element that holds the text; another one of the cell is left from an earlier value. */
  #source = ''
  #inValue = false
  #inReading = false
  /** Elements called `row` after the rows are positions of pictures. */
  #isOver = false

  constructor(cells: CellTexts) {
    this.#cells = cells
  }

  /** Returns the rows that have ended since it was last asked. */
  take(): NumberedRow[] {
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  endRow(): void {
    if (this.#row.number > 0) this.#ended.push(this.#row)
  }

  open = (element: string, attribute: (name: string) => string | undefined): void => {
    if (this.#isOver) return
    if (element === 'c') this.#openCell(attribute)
    else if (element === 'v' || element === 't') this.#openValue(element)
    else if (element === 'row')
      this.#openRow(Number(attribute('r') ?? 0), /^(1|true)$/.test(attribute('hidden') ?? ''))
    else if (element === 'rPh') this.#inReading = true
  }

  close = (element: string): void => {
    if (element === 'v' || element === 't') this.#inValue = false
    else if (element === 'rPh') this.#inReading = false
    else if (element === 'c' && !this.#isOver) this.#closeCell()
    else if (element === 'sheetData') this.#isOver = true
  }

  text = (text: string): void => {
    if (this.#inValue) this.#text += text
  }

  /** Begins a row, unless it is the next piece of the same one. */
  #openRow(written: number, isHidden: boolean): void {
    const before = this.#row.number
    const number = Math.ceil(Math.min(written, lastRow))
    if (number === before && before > 0) return
    this.endRow()
    this.#row = { number: number > before ? number : before + 1, row: [], isHidden }
    this.#column = 0
  }

  #openValue(element: 'v' | 't'): void {
    const isOfType = (element === 't') === (this.#type === 'inlineStr')
    if (this.#inReading || (!isOfType && this.#source !== '' && this.#source !== element)) return
    if (this.#source !== element) this.#text = ''
    this.#source = element
    this.#inValue = true
  }

  #openCell(attribute: (name: string) => string | undefined): void {
    const letters = /^[A-Z]+/i.exec(attribute('r') ?? '')?.[0]
    this.#column = (letters && columnNumber(letters.toUpperCase())) || this.#column + 1
    this.#type = attribute('t') ?? 'n'
    this.#style = Number(attribute('s') ?? -1)
    this.#text = ''
    this.#source = ''
  }

  #closeCell(): void {
    if (this.#column > lastColumn) return
    const text = this.#show()
    if (text === undefined) return
    const { row } = this.#row
    while (row.length < this.#column - 1) row.push('')
    row[this.#column - 1] = text
  }

  #sharedText(number: number): string {
    const text = this.#cells.strings[number]
    if (text === undefined) throw new Error(`there is no shared text ${number}`)
    return text
  }

  #show(): string | undefined {
    const { formats, fonts, from1904 } = this.#cells
    const text = this.#text
    const format = formats[this.#style]
    if (text === '') return undefined
    if (this.#type === 'd') return showDate(text, format)
    if (this.#type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (this.#type === 'n') return showNumber(text, format, from1904)
    if (this.#type === 'e') return text
    const written = this.#type === 's' ? this.#sharedText(Number(text)) : decodeText(text)
    return showSymbol(showText(written, format), fonts[this.#style])
  }
}

/** More than fit into a hundred megabytes, unless they are blank. */
const maxTexts = 5_000_000

/** Returns the texts that cells refer to by number, without the phonetic readings beside them. */
export function readSharedStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = []
  if (part === undefined) return strings
  let current = ''
  let run = ''
  let font: string | undefined
  let inText = false
  let inReading = false
  readXml(part, {
    open(name, attribute) {
      if (strings.length > maxTexts) throw new Error('more texts than a workbook holds')
      if (name === 'si') current = ''
      else if (name === 'r') font = undefined
      else if (name === 'rFont') font = attribute('val')
      else if (name === 'rPh') inReading = true
      else if (name === 't') inText = !inReading
    },
    close(name) {
      if (name === 'si') strings.push(decodeText(current))
      else if (name === 'rPh') inReading = false
      else if (name === 't') {
        inText = false
        current += showSymbol(run, font)
        run = ''
      }
    },
    text(text) {
      if (inText) run += text
    },
  })
  return strings
}

/** Decodes characters that XML cannot contain; a workbook writes them as `_x000D_`. */
export function decodeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
