import type { ImportRow } from '@dashboard/store/database/import-tables'
import type { JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { notesOf } from '../spreadsheets/job-notes.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import { type KeptLocations, readKeptSheet } from './1-read/kept-rows.ts'
import { mappingVersion } from './1-read/row-mapping.ts'
import { findImport } from './4-apply/import-record.ts'
import type { SheetSource } from './4-apply/sheet-record.ts'

/** Where the rows of an import come from: the spreadsheet, or an earlier import that is gone back to. */
export interface RowSource {
  /** Which rows, as they are now. */
  sheet: SheetSource
  readRows(signal: AbortSignal): AsyncIterable<string[]>
  /** A hash of the file's bytes at this moment; `undefined` where there is no file. */
  hashContent(): Promise<string | undefined>
  /** The cart locations to go back to, once the rows have been read. */
  locations?: () => KeptLocations
}

export async function openSource(context: JobContext, entry: ImportRow): Promise<RowSource> {
  return entry.sourceImportId === null
    ? openSheet(context)
    : openKeptRows(context, entry.sourceImportId)
}

export async function openSheet(context: JobContext): Promise<RowSource> {
  const { settings, signal } = context
  const { sheetName } = settings
  const spreadsheet = openSpreadsheet(settings.spreadsheet, notesOf(context))
  const source = spreadsheet.describe()
  const hashContent = async () => spreadsheet.contentHash?.(signal)
  return {
    sheet: { mappingVersion, source, sheetName, fileHash: await hashContent() },
    readRows: () => spreadsheet.readRows(sheetName, signal),
    hashContent,
  }
}

/** @throws JobError when they are no longer kept. */
async function openKeptRows({ db, files, settings }: JobContext, id: string): Promise<RowSource> {
  const of = await findImport(db, id)
  const file = of?.rowsKey ? await files.open(of.rowsKey) : undefined
  if (!of?.completedAt || !file) {
    throw new JobError('The rows of that import are no longer kept, so nothing was changed.')
  }
  const kept = readKeptSheet(file.stream)
  return {
    sheet: {
      mappingVersion,
      source: `the import of ${of.completedAt}`,
      sheetName: settings.sheetName,
      fileHash: undefined,
    },
    readRows: () => kept.rows,
    hashContent: async () => undefined,
    locations: () => kept.locations,
  }
}
