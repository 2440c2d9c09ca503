import { createHash } from 'node:crypto'
import { uploadedSheet } from '@dashboard/contract/limits'
import { uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import type { FileStore } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { boundRows, uploadBounds } from '../spreadsheets/bounded-rows.ts'
import { readCsvRows } from '../spreadsheets/csv/csv-file.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import { withoutBlankEnd } from '../spreadsheets/sheet-file.ts'
import type { Spreadsheet } from '../spreadsheets/spreadsheet.ts'
import { listSheetNames } from '../spreadsheets/xlsx/xlsx-package.ts'
import { readXlsxRows } from '../spreadsheets/xlsx/xlsx-reader.ts'

/** An uploaded file. This process alone holds it, at most 20 MB in memory: no copy is left on a disk. */
export interface UploadedFile {
  spreadsheet: Pick<Spreadsheet, 'describe' | 'readRows' | 'contentHash'>
  /** Names of a workbook's sheets; empty for CSV. */
  sheetNames: readonly string[]
}

/**
 * Fetches an uploaded file and opens it: as a workbook if its first bytes say so, else as CSV in any encoding.
 * @throws SheetError when the file is gone, is not a sheet, or is larger than its limits.
 */
export async function openUploadedFile(
  files: FileStore,
  { id, name }: { id: string; name: string },
): Promise<UploadedFile> {
  const bytes = await readFile(files, uploadedSheetKey(id))
  if (!bytes) throw uploadGone(name)
  const contentHash = async () => createHash('sha256').update(bytes).digest('base64url')
  if (isWorkbook(bytes)) {
    const { mostUnpackedBytes } = uploadedSheet
    const rowsOf = (sheetName: string) => readXlsxRows(bytes, sheetName, mostUnpackedBytes)
    return {
      spreadsheet: {
        describe: () => `the workbook ${name}`,
        readRows: (sheetName, signal) =>
          withoutBlankEnd(boundRows(rowsOf(sheetName), uploadBounds, signal)),
        contentHash,
      },
      sheetNames: listSheetNames(bytes, mostUnpackedBytes),
    }
  }
  const text = decodeLegacyText(bytes)
  const utf = text === undefined ? bytes : Buffer.from(text)
  const rows = () => readCsvRows(name, piecesOf(utf))
  return {
    spreadsheet: {
      describe: () => `the file ${name}`,
      readRows: (_sheetName, signal) => withoutBlankEnd(boundRows(rows(), uploadBounds, signal)),
      contentHash,
    },
    sheetNames: [],
  }
}

export function uploadGone(name: string): SheetError {
  return new SheetError(
    'no-file',
    `The file ${name} is no longer kept. Choose it again on the Sync page.`,
  )
}

const pieceBytes = 64 * 1024

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Whether the bytes are a zip, as a workbook is, or the old format, which is refused later with advice. */
function isWorkbook(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return start === '504b0304' || start === 'd0cf11e0'
}

/**
 * Decodes text that is neither UTF-8 nor UTF-16, as older programs save it; `undefined` for text that needs no
 * decoding. Uses Windows-1251 if most letters above ASCII would form Cyrillic words, else Windows-1252. People see the
 * result before it is imported.
 */
export function decodeLegacyText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return undefined
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return undefined
  } catch {
    const russian = new TextDecoder('windows-1251').decode(bytes)
    return isRussian(russian) ? russian : new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether a text has words in Cyrillic, and more than a fifth of its letters are. */
function isRussian(text: string): boolean {
  let letters = 0
  let inCyrillic = 0
  let inWord = 0
  let hasWord = false
  // Counting matches of a pattern instead would take twenty times the memory of the text.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isCyrillic(code)) {
      letters += 1
      inCyrillic += 1
      inWord += 1
      // No word consists of accented letters alone, so whole words of letters above ASCII indicate another script.
      if (inWord === 3) hasWord = true
      continue
    }
    inWord = 0
    if (letterCodes.has(code)) letters += 1
  }
  return hasWord && inCyrillic > letters * 0.2
}

function isCyrillic(code: number): boolean {
  return (code >= 0x410 && code <= 0x44f) || code === 0x401 || code === 0x451
}

/** The codes of all letters that Windows-1251 has. */
const letterCodes = new Set(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
    .filter((character) => /\p{L}/u.test(character))
    .map((character) => character.charCodeAt(0)),
)
