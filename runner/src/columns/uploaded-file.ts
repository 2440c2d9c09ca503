import { createHash } from 'node:crypto'
import type { Separator, TextEncoding, TextReading } from '@dashboard/contract/columns'
import { uploadedSheet } from '@dashboard/contract/limits'
import { uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import type { FileStore } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { boundRows, uploadBounds } from '../spreadsheets/bounded-rows.ts'
import { readCsvRows } from '../spreadsheets/csv/csv-file.ts'
import { detectEncoding, distinguishingLines } from '../spreadsheets/csv/text-encoding.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import { withoutBlankEnd } from '../spreadsheets/sheet-file.ts'
import type { Spreadsheet } from '../spreadsheets/spreadsheet.ts'
import { isWorkbook } from '../spreadsheets/xlsx/xlsx-package.ts'
import { listReadableSheets, readXlsxRows } from '../spreadsheets/xlsx/xlsx-reader.ts'

/** An uploaded file. This process alone holds it, at most 20 MB in memory: no copy is left on a disk. */
export interface UploadedFile {
  spreadsheet: Omit<Spreadsheet, 'writeRows' | 'requireWritable'>
  /** The sheets of a workbook to choose from: those with rows, if a visible one has any. Empty for CSV. */
  sheets: readonly { name: string; isHidden: boolean }[]
  /** How a CSV file is read; its separator is known once its first rows are. */
  text?: UploadedText
}

export interface UploadedText {
  encoding: TextEncoding
  separator: Separator
  /** Whether somebody has chosen the encoding, or no other is as likely. */
  isSure: boolean
  /** Encodings that are possible; the first one is used. */
  likely: readonly TextEncoding[]
  /** Returns lines of the file, in one of the encodings, that show whether the encoding is right. */
  linesIn(encoding: TextEncoding): string[]
}

/**
 * Fetches an uploaded file and opens it: as a workbook if its first bytes say so, else as CSV, in the encoding and with
 * the separator that somebody has chosen or else that its bytes show.
 * @throws SheetError when the file is gone, is not a sheet, or is larger than its limits.
 */
export async function openUploadedFile(
  files: FileStore,
  { id, name, encoding, separator }: { id: string; name: string } & TextReading,
): Promise<UploadedFile> {
  const bytes = await readFile(files, uploadedSheetKey(id))
  if (!bytes) throw uploadExpired(name)
  const contentHash = async () => createHash('sha256').update(bytes).digest('base64url')
  if (isWorkbook(bytes)) {
    const { maxUnpackedBytes } = uploadedSheet
    const hiddenRows: number[] = []
    const rowsOf = (sheetName: string) =>
      readXlsxRows(bytes, sheetName, maxUnpackedBytes, (row) => hiddenRows.push(row))
    return {
      spreadsheet: {
        describe: () => `the workbook ${name}`,
        hiddenRows,
        readRows: (sheetName, signal) =>
          withoutBlankEnd(boundRows(rowsOf(sheetName), uploadBounds, signal)),
        contentHash,
      },
      sheets: listReadableSheets(bytes, maxUnpackedBytes),
    }
  }
  const found = await detectEncoding(piecesOf(bytes))
  const read: UploadedText = {
    encoding: encoding ?? found.encoding,
    separator: separator ?? ',',
    isSure: encoding !== undefined || found.isSure,
    likely: [...new Set([encoding ?? found.encoding, ...found.likely])],
    linesIn: (each) => distinguishingLines(bytes, each),
  }
  const onSeparator = (guessed: Separator) => {
    read.separator = guessed
  }
  const rows = () =>
    readCsvRows(name, piecesOf(bytes), { encoding: read.encoding, separator, onSeparator })
  return {
    spreadsheet: {
      describe: () => `the file ${name}`,
      isDelimited: true,
      readRows: (_sheetName, signal) => withoutBlankEnd(boundRows(rows(), uploadBounds, signal)),
      contentHash,
    },
    sheets: [],
    text: read,
  }
}

export function uploadExpired(name: string): SheetError {
  return new SheetError(
    'no-file',
    `The file ${name} is no longer kept. Choose it again on the Sync page.`,
  )
}

const pieceBytes = 64 * 1024

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
