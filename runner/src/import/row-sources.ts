import { createHash } from 'node:crypto'
import { hiddenRowsSentence } from '@dashboard/contract/columns'
import { localTime } from '@dashboard/contract/local-time'
import { readColumnMatches, titlesKey } from '@dashboard/store/columns/column-matches'
import { deleteUploadedSheet, findUploadOfJob } from '@dashboard/store/columns/uploaded-sheets'
import { fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { traceOf } from '@dashboard/store/failures/logged-error'
import { matchRows, type UnrecognizedCell } from '../columns/match-rows.ts'
import { openUploadedFile, type UploadedFile, uploadExpired } from '../columns/uploaded-file.ts'
import type { ClaimedJob, JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import { reporterOf } from '../spreadsheets/spreadsheet.ts'
import { warnOfUnrecognizedText } from './reading/cell-values.ts'
import { readSheet } from './reading/read-sheet.ts'
import type { RowWarning } from './reading/row-mapping.ts'
import { openStoredSheet, rowLine, type StoredLocations } from './reading/stored-rows.ts'
import { findImport } from './writing/import-record.ts'
import type { SheetSource } from './writing/store-plan.ts'

/** Where the rows of an import come from: the spreadsheet, an uploaded file, or an earlier import to go back to. */
export interface RowSource {
  sheet: SheetSource
  readRows(signal: AbortSignal): AsyncIterable<string[]>
  isDelimited: boolean
  /** Returns what the match of the columns has left out of a row, once the row has been read. */
  takeWarnings?: (rowIndex: number) => readonly RowWarning[]
  /** Returns the name of the match by which columns are read, after the titles have been read (docs/your-data.md). */
  matchedAs?: () => string | undefined
  /** Returns the cart locations to go back to, after the rows have been read. */
  locations?: () => StoredLocations
}

export async function openSource(context: JobContext, entry: ImportRow): Promise<RowSource> {
  return entry.sourceImportId === null
    ? openSheet(context)
    : openStoredRows(context, entry.sourceImportId)
}

export async function openSheet(context: JobContext): Promise<RowSource> {
  const { db, files, job, settings, signal, log } = context
  const uploaded = await findUploadOfJob(db, job.id)
  const [name] = job.targets
  // Importing the spreadsheet instead would do what nobody has requested.
  if (!uploaded && name !== undefined) throw uploadExpired(name)
  const encoding = uploaded?.encoding ?? undefined
  const separator = uploaded?.separator ?? undefined
  const file = uploaded && (await openUploadedFile(files, { ...uploaded, encoding, separator }))
  const spreadsheet =
    file?.spreadsheet ?? openSpreadsheet(settings.spreadsheet, reporterOf(context))
  const first = file?.sheets.find(({ isHidden }) => !isHidden) ?? file?.sheets[0]
  const sheetName = uploaded ? (uploaded.sheetName ?? first?.name ?? '') : settings.sheetName
  const source = spreadsheet.describe()
  if (file?.text) logEncoding(log, source, file.text)
  const { isDelimited = false } = spreadsheet
  const matched = await matchColumns(db)
  const fileHash = await spreadsheet.contentHash?.(signal)
  if (!uploaded) await requireExportedFile(db, job, fileHash)
  return {
    sheet: { source, sheetName, fileHash, uploadedName: uploaded?.name },
    async *readRows() {
      yield* matched.read(spreadsheet.readRows(sheetName, signal), isDelimited)
      logHiddenRows(log, spreadsheet.hiddenRows ?? [])
    },
    isDelimited,
    takeWarnings: matched.takeWarnings,
    matchedAs: matched.name,
  }
}

const namedRows = 20

function logHiddenRows(log: JobContext['log'], rows: readonly number[]): void {
  if (rows.length === 0) return
  const named = rows.slice(0, namedRows).join(', ')
  const more = rows.length > namedRows ? ' …' : ''
  log(`${hiddenRowsSentence(rows.length)} Their numbers: ${named}${more}.`)
}

function logEncoding(
  log: JobContext['log'],
  what: string,
  { encoding, isSure }: NonNullable<UploadedFile['text']>,
): void {
  if (encoding === 'utf-8') return
  const doubt = isSure ? '' : ', which may be wrong: check the names'
  log(`${what.charAt(0).toUpperCase()}${what.slice(1)} is read as ${encoding}${doubt}.`)
}

/**
 * Makes sure that a job which follows an export reads the very file that the export wrote: somebody may have edited it
 * since, or another server with a folder of its own has written it.
 * @throws JobError when it is another file.
 */
async function requireExportedFile(
  db: Db,
  { dependsOn }: Pick<ClaimedJob, 'dependsOn'>,
  fileHash: string | undefined,
): Promise<void> {
  if (dependsOn === null) return
  const exported = await db
    .selectFrom('jobs')
    .select('outcome')
    .where('id', '=', dependsOn)
    .executeTakeFirst()
  const written = fromJsonOr<{ fileHash?: string } | null>(exported?.outcome ?? null, null)
  if (written?.fileHash === undefined || written.fileHash === fileHash) return
  throw new JobError(
    'The sheet was edited after the export of this sync had written it, so nothing was changed. Run the sync again. If nobody has edited the sheet, each server has its own sheet, and an administrator has to set up one sheet for all of them.',
    'other',
    {
      details:
        'The file was changed after the export, or several servers share one database but keep the sheet in folders of their own: set SPREADSHEET to a file in a folder that all of them share, or to google:<spreadsheet id>.',
    },
  )
}

/**
 * Deletes the uploaded file after this job has imported or reviewed it. A failed job leaves the file for a retry. If the
 * storage does not answer, the daily cleaning removes the file: the import itself stays.
 */
export async function deleteUpload({ db, files, job, trace }: JobContext): Promise<void> {
  try {
    const uploaded = await findUploadOfJob(db, job.id)
    if (uploaded) await deleteUploadedSheet({ db, files }, uploaded.id)
  } catch (error) {
    trace(traceOf(error))
  }
}

/** Reads rows by the saved match for their titles, if there is one (docs/your-data.md). */
async function matchColumns(db: Db) {
  const matches = new Map((await readColumnMatches(db)).map((match) => [match.key, match]))
  let name: string | undefined
  const warnings = new Map<number, readonly RowWarning[]>()
  const findMatch = (titles: string[]) => {
    const found = matches.get(titlesKey(titles))
    name ??= found?.name
    return found?.match
  }
  const onUnrecognizedCells = (rowIndex: number, cells: readonly UnrecognizedCell[]) => {
    const found = cells.map(({ title, text, why }) => {
      return { column: title, ...warnOfUnrecognizedText(text, why) }
    })
    warnings.set(rowIndex, found)
  }
  return {
    read: (rows: AsyncIterable<string[]>, isDelimited = false) =>
      matches.size === 0 ? rows : matchRows(rows, { findMatch, onUnrecognizedCells, isDelimited }),
    name: () => name,
    takeWarnings(rowIndex: number) {
      const found = warnings.get(rowIndex) ?? []
      warnings.delete(rowIndex)
      return found
    },
  }
}

/**
 * Opens the stored rows of an import.
 * @throws JobError when they are no longer stored.
 */
async function openStoredRows({ db, files, settings }: JobContext, id: string): Promise<RowSource> {
  const found = await findImport(db, id)
  const file = found?.rowsKey ? await files.open(found.rowsKey) : undefined
  if (!found?.completedAt || !file) {
    throw new JobError('The rows of that import are no longer kept, so nothing was changed.')
  }
  const stored = await openStoredSheet(file.stream)
  return {
    sheet: {
      source: `the import of ${localTime(found.completedAt)}`,
      sheetName: settings.sheetName,
      fileHash: undefined,
    },
    isDelimited: stored.isDelimited,
    readRows: () => stored.rows,
    locations: () => stored.locations,
  }
}

/** Returns the hash of a sheet's rows as an import calculates it, without comparing them with anything. */
export async function hashRows(
  source: Pick<RowSource, 'readRows' | 'isDelimited'>,
  signal: AbortSignal,
): Promise<string> {
  const rowsHash = createHash('sha256')
  const { isDelimited } = source
  const pieces = readSheet(source.readRows(signal), { isDelimited })
  for await (const rows of pieces) rowsHash.update(rows.map(rowLine).join(''))
  return rowsHash.digest('base64url')
}
