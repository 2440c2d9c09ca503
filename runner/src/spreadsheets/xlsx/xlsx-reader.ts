import { columnNumber } from '@dashboard/store/workbook/column-letters'
import { SheetError } from '../sheet-error.ts'
import { decodeText, readNumberFormats, readSharedStrings, showNumber } from './xlsx-cell-text.ts'
import {
  findSheet,
  partText,
  readWorkbookIndex,
  unpackIndexParts,
  unpackParts,
} from './xlsx-package.ts'
import { createXmlReader, type XmlHandlers } from './xml-reader.ts'

/** Bytes of XML turned into rows at a time. */
const pieceBytes = 512 * 1024
const lastColumn = 16_384
const lastRow = 1_048_576

/**
 * The rows of a workbook's sheet, each cell as the text that a person sees in it; without a name,
 * those of its first sheet. Row n of the sheet is the n-th row: gaps come as empty rows.
 * @throws SheetError when the bytes are no workbook or have no such sheet.
 */
export function* readXlsxRows(bytes: Uint8Array, sheetName?: string): Generator<string[]> {
  const index = readWorkbookIndex(unpackIndexParts(bytes))
  const sheet = sheetName === undefined ? index.sheets[0] : findSheet(index, sheetName)
  if (sheet === undefined) throw missingSheet(sheetName, index.sheets)
  const { stylesPath = '', sharedStringsPath = '' } = index
  const parts = unpackParts(bytes, (path) =>
    [sheet.path, stylesPath, sharedStringsPath].includes(path),
  )
  const cells: CellTexts = {
    strings: readSharedStrings(partText(parts, sharedStringsPath) ?? '<sst/>'),
    formats: readNumberFormats(partText(parts, stylesPath) ?? '<styleSheet/>'),
    from1904: index.from1904,
  }
  const xml = parts[sheet.path]
  if (xml === undefined) throw missingSheet(sheet.name, [])
  try {
    yield* readRows(xml, cells)
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError(
      'unreadable',
      `The sheet '${sheet.name}' of the workbook is damaged and cannot be read. Save the workbook again, then try again.`,
      { cause: error },
    )
  }
}

interface CellTexts {
  strings: readonly string[]
  formats: readonly (string | undefined)[]
  from1904: boolean
}

function* readRows(xml: Uint8Array, cells: CellTexts): Generator<string[]> {
  const decoder = new TextDecoder()
  const complete: string[][] = []
  const reader = createXmlReader(rowHandlers(cells, complete))
  for (let start = 0; start < xml.length; start += pieceBytes) {
    reader.write(decoder.decode(xml.subarray(start, start + pieceBytes), { stream: true }))
    yield* complete.splice(0)
  }
  reader.end()
  yield* complete.splice(0)
}

/** Adds complete rows to `rows` while the XML is read. */
function rowHandlers(cells: CellTexts, rows: string[][]): XmlHandlers {
  let row: string[] = []
  let rowNumber = 0
  let column = 0
  let type = 'n'
  let style = 0
  let text = ''
  let inValue = false
  let inReading = false
  return {
    open(element, attribute) {
      if (element === 'row') {
        const next = Math.min(Number(attribute('r') ?? rowNumber + 1), lastRow)
        while (++rowNumber < next) rows.push([])
        row = []
        column = 0
      } else if (element === 'c') {
        column = columnNumber(attribute('r') ?? '') ?? column + 1
        type = attribute('t') ?? 'n'
        style = Number(attribute('s') ?? -1)
        text = ''
      } else if (element === 'v' || element === 't') inValue = !inReading
      else if (element === 'rPh') inReading = true
    },
    text(piece) {
      if (inValue) text += piece
    },
    close(element) {
      if (element === 'row') rows.push(row)
      else if (element === 'v' || element === 't') inValue = false
      else if (element === 'rPh') inReading = false
      else if (element === 'c' && text !== '' && column <= lastColumn) {
        while (row.length < column - 1) row.push('')
        row[column - 1] = showCell(type, style, text, cells)
      }
    },
  }
}

function showCell(type: string, style: number, text: string, cells: CellTexts): string {
  if (type === 's') return cells.strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'n') return showNumber(text, cells.formats[style], cells.from1904)
  return type === 'inlineStr' || type === 'str' ? decodeText(text) : text
}

function missingSheet(name: string | undefined, sheets: readonly { name: string }[]): SheetError {
  if (name === undefined) return new SheetError('no-sheet', 'The workbook has no sheet.')
  const others = sheets.map((sheet) => `'${sheet.name}'`).slice(0, 10)
  const has = others.length > 0 ? ` It has ${others.join(', ')}.` : ''
  const missing = `The workbook has no sheet called '${name}'.${has}`
  return new SheetError('no-sheet', `${missing} Run an export to make it, or rename the sheet.`, {
    details: `${missing} Rename the sheet, or set SHEET_NAME to the right name.`,
  })
}
