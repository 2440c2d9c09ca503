import { createWriteStream, rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import type { FileStore } from '@dashboard/store/files/file-store'
import { openCsvFile } from '../spreadsheets/csv/csv-file.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import type { Spreadsheet } from '../spreadsheets/spreadsheet.ts'
import { openWorkbookFile } from '../spreadsheets/xlsx/workbook-file.ts'
import { listSheetNames } from '../spreadsheets/xlsx/xlsx-package.ts'

/** An uploaded file, stored on this machine until this process ends. */
export interface UploadedFile {
  spreadsheet: Spreadsheet
  /** Names of a workbook's sheets; empty for CSV. */
  sheetNames: readonly string[]
}

/**
 * Fetches an uploaded file and opens it: as a workbook if its first bytes say so, else as CSV in any encoding.
 * @throws SheetError when the file is gone or is not a sheet.
 */
export async function openUploadedFile(
  files: FileStore,
  { id, name }: { id: string; name: string },
): Promise<UploadedFile> {
  const stored = await files.open(uploadedSheetKey(id))
  if (!stored) throw uploadGone(name)
  const folder = await mkdtemp(join(tmpdir(), 'uploaded-sheet-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, safeName(name))
  await pipeline(stored.stream, createWriteStream(path, { mode: 0o600 }))
  const bytes = await readFile(path)
  if (isWorkbook(bytes)) {
    return { spreadsheet: openWorkbookFile(path), sheetNames: listSheetNames(bytes) }
  }
  const text = decodeLegacyText(bytes)
  if (text !== undefined) await writeFile(path, text, { mode: 0o600 })
  return { spreadsheet: openCsvFile(path), sheetNames: [] }
}

export function uploadGone(name: string): SheetError {
  return new SheetError(
    'no-file',
    `The file ${name} is no longer kept. Choose it again on the Sync page.`,
  )
}

/** Returns the name that sentences show, without characters that a path cannot contain. */
function safeName(name: string): string {
  return (
    basename(name.replaceAll('\\', '/'))
      .replace(/[\p{Cc}/:]/gu, '')
      .slice(-100) || 'sheet'
  )
}

/** Whether the bytes are a zip, as a workbook is, or the old format, which is refused later with advice. */
function isWorkbook(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return start === '504b0304' || start === 'd0cf11e0'
}

const cyrillic = /[\u0410-\u044f\u0401\u0451]/g
const letters = /\p{L}/gu

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
    const western = new TextDecoder('windows-1252').decode(bytes)
    const russian = new TextDecoder('windows-1251').decode(bytes)
    const foreign = russian.match(letters)?.length ?? 0
    const inCyrillic = russian.match(cyrillic)?.length ?? 0
    // No word consists of accented letters alone, so whole words of letters above ASCII indicate another script.
    const words = russian.match(/[\u0410-\u044f\u0401\u0451]{3,}/g)?.length ?? 0
    return words > 0 && inCyrillic > foreign * 0.2 ? russian : western
  }
}
