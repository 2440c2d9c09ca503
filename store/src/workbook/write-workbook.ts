import { Zip } from 'fflate'
import { encodeText } from './cell-text.ts'
import { columnLetters } from './column-letters.ts'
import { DeflatedFile } from './deflated-file.ts'

/** The longest text that Excel accepts in a cell. */
const longestCell = 32_767
const rowsPerPiece = 200

const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** Parts of a workbook, keyed by their path inside it. */
export type WorkbookParts = Record<string, Uint8Array>

/** A workbook prepared for the rows of a sheet. */
export interface SheetPart {
  /** All other parts, which stay unchanged. */
  parts: WorkbookParts
  /** Path of the sheet's XML. */
  path: string
  /** Number of the cell style for text; `undefined` in a workbook without styles. */
  textStyle: number | undefined
}

/**
 * Writes a workbook piece by piece, with these rows as its sheet. All cells are text, so that formulas are not run and
 * zip codes keep their zeros.
 * @returns the number of rows
 */
export async function writeWorkbook(
  { parts, path, textStyle }: SheetPart,
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  write: (piece: Uint8Array) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  const pending: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pending.push(piece)
  })
  const add = (name: string) => {
    const file = new DeflatedFile(name)
    zip.add(file)
    return file
  }
  const flush = async () => {
    for (const piece of pending.splice(0)) await write(piece)
  }
  try {
    for (const [name, bytes] of Object.entries(parts)) {
      const part = add(name)
      await part.write(bytes)
      await part.end()
      await flush()
    }
    const sheet = add(path)
    const count = await writeSheet(rows, textStyle, signal, async (xml) => {
      await sheet.write(Buffer.from(xml))
      await flush()
    })
    await sheet.end()
    zip.end()
    await flush()
    return count
  } finally {
    zip.terminate()
  }
}

async function writeSheet(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  textStyle: number | undefined,
  signal: AbortSignal | undefined,
  write: (xml: string) => Promise<void>,
): Promise<number> {
  const style = textStyle === undefined ? '' : ` s="${textStyle}"`
  const columnStyle = textStyle === undefined ? '' : ` style="${textStyle}"`
  let piece = sheetStart
  piece += `<cols><col min="1" max="60" width="18" customWidth="1"${columnStyle}/></cols><sheetData>`
  let count = 0
  for await (const row of rows) {
    signal?.throwIfAborted()
    count += 1
    piece += rowXml(row, count, style)
    if (count % rowsPerPiece === 0) {
      await write(piece)
      piece = ''
    }
  }
  // Otherwise green triangles for "number stored as text" would cover half the sheet.
  const quiet =
    '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>'
  await write(`${piece}</sheetData>${quiet}</worksheet>`)
  return count
}

function rowXml(cells: readonly string[], rowNumber: number, style: string): string {
  let xml = `<row r="${rowNumber}">`
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue
    const text = encodeText(cell.slice(0, longestCell))
    xml += `<c r="${columnLetters(index + 1)}${rowNumber}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  return `${xml}</row>`
}
