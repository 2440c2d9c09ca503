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

/** A file that somebody has brought, on this machine for as long as this process lives. */
export interface UploadedFile {
  spreadsheet: Spreadsheet
  /** The sheets of a workbook; none for CSV. */
  sheetNames: readonly string[]
}

/**
 * Fetches an uploaded file and opens it: a workbook by its first bytes, else CSV in whatever encoding.
 * @throws SheetError when it is gone or no sheet.
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

/** The name as sentences show it, without what a path could not hold. */
function safeName(name: string): string {
  return (
    basename(name.replaceAll('\\', '/'))
      .replace(/[\p{Cc}/:]/gu, '')
      .slice(-100) || 'sheet'
  )
}

/** A zip, which a workbook is, or the old format, which is refused with what to do. */
function isWorkbook(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return start === '504b0304' || start === 'd0cf11e0'
}

const cyrillic = /[\u0410-\u044f\u0401\u0451]/g
const letters = /\p{L}/gu

/**
 * Decodes text that is neither UTF-8 nor UTF-16, as older programs save it; `undefined` for what needs no decoding.
 * Windows-1251 where most letters above ASCII would be Cyrillic words, else Windows-1252. People see the result before
 * it is imported.
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
    // A word of accents alone does not exist; whole words of letters above ASCII are another script.
    const words = russian.match(/[\u0410-\u044f\u0401\u0451]{3,}/g)?.length ?? 0
    return words > 0 && inCyrillic > foreign * 0.2 ? russian : western
  }
}
