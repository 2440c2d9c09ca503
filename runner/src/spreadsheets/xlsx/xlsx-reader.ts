import { SheetError } from '../sheet-error.ts'
import { type CellTexts, readSheetRows } from './worksheet-rows.ts'
import { readNumberFormats, readSharedStrings } from './xlsx-cell-text.ts'
import {
  findSheet,
  partText,
  readWorkbookIndex,
  unpackIndexParts,
  unpackParts,
} from './xlsx-package.ts'

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
  const xml = parts[sheet.path]
  if (xml === undefined) throw missingSheet(sheet.name, [])
  try {
    const cells: CellTexts = {
      strings: readSharedStrings(parts[sharedStringsPath]),
      formats: readNumberFormats(partText(parts, stylesPath) ?? '<styleSheet/>'),
      from1904: index.from1904,
    }
    yield* readSheetRows(xml, cells)
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError(
      'unreadable',
      `The sheet '${sheet.name}' of the workbook is damaged and cannot be read. Save the workbook again, then try again.`,
      { cause: error },
    )
  }
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
