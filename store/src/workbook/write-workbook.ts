import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { encodeText, maxCellLength } from './cell-text.ts'
import { columnLetters } from './column-letters.ts'

const rowsPerPiece = 200

const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** Parts of a workbook, keyed by their path inside it. */
export type WorkbookParts = Record<string, Uint8Array>

export interface PreparedWorkbook {
  /** All other parts, which stay unchanged. */
  parts: WorkbookParts
  path: string
  /** Number of the cell style for text; `undefined` in a workbook without styles. */
  textStyle: number | undefined
}

/** Makes equal rows equal files; the earliest time of the zip format, in local time as the format requires. */
const entry = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 3 }

/**
 * Returns a workbook with these rows as its sheet, written while it is read. All cells are text, so that formulas are
 * not run and zip codes keep their zeros.
 */
export function streamWorkbook(
  { parts, path, textStyle }: PreparedWorkbook,
  rows: AsyncIterable<string[]> | Iterable<string[]>,
): Readable {
  const zip = new ZipFile()
  // The library returns a stream of Node's own, though it declares a more general type.
  const workbook = zip.outputStream as PassThrough
  const sheet = Readable.from(sheetXml(rows, textStyle))
  const breakOff = (error: Error) => workbook.destroy(error)
  zip.on('error', breakOff)
  sheet.on('error', breakOff)
  workbook.on('close', () => sheet.destroy())
  // Rows are read at once, so they may fail before anybody reads the workbook, who then gets the error; without a
  // listener it would end the process.
  workbook.on('error', () => undefined)
  for (const [name, bytes] of Object.entries(parts))
    zip.addBuffer(Buffer.from(bytes), nameOf(name), entry)
  zip.addReadStream(sheet, nameOf(path), entry)
  zip.end()
  return workbook
}

/** Some programs begin paths with a slash, which zips do not allow. */
function nameOf(path: string): string {
  return path.replace(/^[/\\]+/, '')
}

async function* sheetXml(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  textStyle: number | undefined,
): AsyncGenerator<string> {
  const style = textStyle === undefined ? '' : ` s="${textStyle}"`
  const columnStyle = textStyle === undefined ? '' : ` style="${textStyle}"`
  let piece = sheetStart
  piece += `<cols><col min="1" max="60" width="18" customWidth="1"${columnStyle}/></cols><sheetData>`
  let count = 0
  for await (const row of rows) {
    count += 1
    piece += rowXml(row, count, style)
    if (count % rowsPerPiece === 0) {
      yield piece
      piece = ''
    }
  }
  // Otherwise green triangles for "number stored as text" would cover half the sheet.
  const quiet =
    '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>'
  yield `${piece}</sheetData>${quiet}</worksheet>`
}

function rowXml(cells: readonly string[], rowNumber: number, style: string): string {
  let xml = `<row r="${rowNumber}">`
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue
    const text = encodeText(cell.slice(0, maxCellLength))
    xml += `<c r="${columnLetters(index + 1)}${rowNumber}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  return `${xml}</row>`
}
