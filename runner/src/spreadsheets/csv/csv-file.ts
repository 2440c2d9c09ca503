import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { hashFile } from '@dashboard/store/files/hash-file'
import { boundRows, spreadsheetBounds } from '../bounded-rows.ts'
import { missingFile, SheetError } from '../sheet-error.ts'
import {
  explainFileError,
  replaceSheetFile,
  requireWritable,
  withoutBlankEnd,
} from '../sheet-file.ts'
import type { Spreadsheet } from '../spreadsheet.ts'
import { byteOrderMark, CsvError, formatCsv, parseCsv } from './csv-text.ts'

const rowsPerPiece = 500

/**
 * Yields the rows of CSV text.
 * @throws SheetError that names the file when the text cannot be read.
 */
export async function* readCsvRows(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string[]> {
  try {
    yield* parseCsv(bytes)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const options = { cause: error }
    throw new SheetError('unreadable', `The file ${name} cannot be read. ${error.message}`, options)
  }
}

/** Opens a CSV file on this machine: it has one sheet, whatever name is requested. */
export function openCsvFile(path: string): Spreadsheet {
  return {
    describe: () => `the file ${basename(path)}`,
    async *readRows(_sheetName, signal) {
      const found = await stat(path).catch(() => undefined)
      if (found === undefined || found.size === 0) throw missingFile(path)
      try {
        const rows = readCsvRows(basename(path), createReadStream(path, { signal }))
        yield* withoutBlankEnd(boundRows(rows, spreadsheetBounds, signal))
      } catch (error) {
        throw error instanceof SheetError ? error : explainFileError(path, error)
      }
    },
    writeRows: (_sheetName, rows, signal) =>
      replaceSheetFile(path, async (file) => {
        await file.writeFile(byteOrderMark)
        let count = 0
        let piece: string[][] = []
        const flush = async () => {
          if (piece.length > 0) await file.writeFile(formatCsv(piece))
          piece = []
        }
        for await (const row of rows) {
          signal.throwIfAborted()
          count += 1
          if (piece.push(row) === rowsPerPiece) await flush()
        }
        await flush()
        return count
      }),
    contentHash: (signal) => hashFile(path, signal),
    requireWritable: () => requireWritable(path),
  }
}
