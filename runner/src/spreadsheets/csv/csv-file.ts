import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { hashFile } from '@dashboard/store/files/hash-file'
import { boundRows, spreadsheetBounds } from '../bounded-rows.ts'
import { refuseOtherFormat } from '../other-formats.ts'
import { missingFile, SheetError } from '../sheet-error.ts'
import {
  explainFileError,
  replaceSheetFile,
  requireWritable,
  withoutBlankEnd,
} from '../sheet-file.ts'
import { type Spreadsheet, type SpreadsheetReporter, silentReporter } from '../spreadsheet.ts'
import { byteOrderMark, CsvError, type CsvFormat, formatCsv, parseCsv } from './csv-text.ts'
import { detectEncoding } from './text-encoding.ts'

const rowsPerChunk = 500

/**
 * Yields the rows of CSV text; the separator is detected unless it is given.
 * @throws SheetError that names the file when it is another format or cannot be read.
 */
export async function* readCsvRows(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  format: CsvFormat,
): AsyncGenerator<string[]> {
  try {
    yield* parseCsv(refusingOthers(pieces), format)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const options = { cause: error }
    throw new SheetError('unreadable', `The file ${name} cannot be read. ${error.message}`, options)
  }
}

async function* csvOf(rows: AsyncIterable<string[]> | Iterable<string[]>): AsyncGenerator<string> {
  yield byteOrderMark
  let piece: string[][] = []
  for await (const row of rows) {
    if (piece.push(row) < rowsPerChunk) continue
    yield formatCsv(piece)
    piece = []
  }
  if (piece.length > 0) yield formatCsv(piece)
}

async function* refusingOthers(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) refuseOtherFormat(piece)
    isFirst = false
    yield piece
  }
}

/** Opens a CSV file on this machine: it has one sheet, whatever name is requested. */
export function openCsvFile(
  path: string,
  { log }: Pick<SpreadsheetReporter, 'log'> = silentReporter,
): Spreadsheet {
  return {
    describe: () => `the file ${basename(path)}`,
    isDelimited: true,
    async *readRows(_sheetName, signal) {
      const found = await stat(path).catch(() => undefined)
      if (found === undefined || found.size === 0) throw missingFile(path)
      try {
        const name = basename(path)
        const open = () => createReadStream(path, { signal })
        const { encoding } = await detectEncoding(open())
        if (encoding !== 'utf-8') log(`The file ${name} is read as ${encoding}.`)
        const rows = readCsvRows(name, open(), { encoding })
        yield* withoutBlankEnd(boundRows(rows, spreadsheetBounds, signal))
      } catch (error) {
        throw error instanceof SheetError ? error : explainFileError(path, error)
      }
    },
    writeRows: (_sheetName, rows, signal) =>
      replaceSheetFile(path, (file) => file.writeFile(csvOf(rows), { signal })),
    contentHash: (signal) => hashFile(path, signal),
    requireWritable: () => requireWritable(path),
  }
}
