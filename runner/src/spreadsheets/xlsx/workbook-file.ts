import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { hashFile } from '@dashboard/store/files/hash-file'
import { maxCellLength } from '@dashboard/store/workbook/cell-text'
import { streamWorkbook } from '@dashboard/store/workbook/write-workbook'
import { boundRows, spreadsheetBounds } from '../bounded-rows.ts'
import { refuseLongCells } from '../long-cells.ts'
import { missingFile } from '../sheet-error.ts'
import {
  explainFileError,
  replaceSheetFile,
  requireWritable,
  withoutBlankEnd,
} from '../sheet-file.ts'
import type { Spreadsheet } from '../spreadsheet.ts'
import { readXlsxRows } from './xlsx-reader.ts'
import { prepareWorkbook } from './xlsx-writer.ts'

export function openWorkbookFile(path: string): Spreadsheet {
  const hiddenRows: number[] = []
  return {
    hiddenRows,
    describe: () => `the workbook ${basename(path)}`,
    async *readRows(sheetName, signal) {
      const bytes = await readFileOf(path, signal)
      if (bytes === undefined) throw missingFile(path)
      const rows = readXlsxRows(bytes, sheetName, undefined, (row) => hiddenRows.push(row))
      yield* withoutBlankEnd(boundRows(rows, spreadsheetBounds, signal))
    },
    async writeRows(sheetName, rows, signal) {
      const existing = await readFileOf(path, signal)
      const workbook = prepareWorkbook(existing, sheetName)
      const checked = refuseLongCells(rows, 'a workbook', maxCellLength)
      await replaceSheetFile(path, (file) =>
        file.writeFile(streamWorkbook(workbook, checked), { signal }),
      )
    },
    contentHash: (signal) => hashFile(path, signal),
    requireWritable: () => requireWritable(path),
  }
}

/** Reads the file's bytes; `undefined` if it is missing or empty. */
async function readFileOf(path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(path, { signal })
    return bytes.length > 0 ? bytes : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw explainFileError(path, error)
  }
}
