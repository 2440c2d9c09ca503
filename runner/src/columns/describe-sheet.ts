import {
  type ColumnUse,
  type MatchedColumn,
  missingUses,
  type SheetHead,
  type TextEncoding,
  type TextReading,
} from '@dashboard/contract/columns'
import type { FileStore } from '@dashboard/store/files/file-store'
import { openFiles } from '@dashboard/store/files/open-files'
import type { Settings } from '@dashboard/store/settings/settings'
import Papa from 'papaparse'
import { JobError } from '../job-errors.ts'
import { isDistinguishing } from '../spreadsheets/csv/text-encoding.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import {
  matchHeader,
  maxColumns,
  requireFewColumns,
  requireShortTitles,
} from '../spreadsheets/sheet-columns.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import { findTitles, proposeMatch } from './propose-match.ts'
import { joinTitles } from './title-rows.ts'
import { saysUnavailable } from './title-words.ts'
import { openUploadedFile, type UploadedText } from './uploaded-file.ts'

/** Enough rows to see what a column holds, and to find most of the words that a sheet uses. */
const sampledRows = 1_000
/** Enough of a cell to recognize it: a thousand rows may have a cell of any length. */
const readCharacters = 1_000
const samplesOfColumn = 3
const maxSampleLength = 80

interface SheetToDescribe {
  files: FileStore
  settings: Settings
  /** The uploaded file and how its text is read; if left out, the spreadsheet of the settings. */
  upload?: ({ id: string; name: string } & TextReading) | undefined
  sheetName?: string | undefined
}

/** Runs `runner columns <JSON>`: returns the head of the sheet, or a sentence that says why it cannot be read. */
export async function describeColumns(
  settings: Settings,
  { upload, sheetName }: Pick<SheetToDescribe, 'upload' | 'sheetName'>,
): Promise<{ head: SheetHead } | { error: string; isMissing: boolean }> {
  try {
    const head = await describeSheet({
      settings,
      files: await openFiles(settings.storage),
      upload,
      sheetName,
    })
    return { head }
  } catch (error) {
    if (error instanceof JobError) {
      const isMissing = error instanceof SheetError && error.problem === 'no-file'
      return { error: error.message, isMissing }
    }
    throw error
  }
}

/**
 * Reads the titles of a sheet with samples of its cells, and proposes a use for each column.
 * @throws SheetError and SpreadsheetServiceError as reading the sheet does.
 */
export async function describeSheet(wanted: SheetToDescribe): Promise<SheetHead> {
  const { spreadsheet, text, ...reading } = await openWanted(wanted)
  const { sheetName } = reading
  const untitled = {
    ...reading,
    hiddenRows: 0,
    headerRow: null,
    columns: [],
    questions: [],
    wordCounts: [],
    proposal: null,
  }
  if (sheetName === null) return { ...untitled, fits: false, text: null }
  const rows: string[][] = []
  for await (const row of spreadsheet.readRows(sheetName, new AbortController().signal)) {
    requireFewColumns(row)
    const cells = row.slice(0, maxColumns).map((cell) => cell.slice(0, readCharacters))
    if (rows.push(cells) === sampledRows) break
  }
  const hasOurTitles = rows.slice(0, 20).some((cells) => matchHeader(cells).missing.length === 0)
  const head = findTitles(rows)
  if (head === undefined) {
    return { ...untitled, fits: hasOurTitles, text: text ? describeText(text, []) : null }
  }
  const joinedAt = (lower: number) => joinTitles(rows[lower - 1] ?? [], rows[lower] ?? [])
  const last = [head + 1, head].find(joinedAt) ?? head
  const joined = joinedAt(last)
  const below = rows.slice(last + 1)
  const width = Math.max(...below.map(widthOf), 0)
  const named = joined ?? rows[head] ?? []
  const titles = named.slice(0, widthOf(named)).map((title) => title.trim())
  requireShortTitles(titles)
  while (titles.length < width) titles.push('')
  const above = rows.slice(0, last)
  const { match, certainty, questions, wordCounts } = proposeMatch(titles, below, above)
  return {
    ...reading,
    hiddenRows: spreadsheet.hiddenRows?.length ?? 0,
    headerRow: joined ? last : last + 1,
    columns: titles.map((title, position) => ({
      title,
      samples: samplesOf(below, position),
      certainty: certainty[position] ?? 'none',
    })),
    questions,
    wordCounts,
    proposal: match,
    fits:
      hasOurTitles &&
      joined === undefined &&
      missingUses(match).length === 0 &&
      !above.flat().some(saysUnavailable),
    text: text ? describeText(text, match.columns) : null,
  }
}

async function openWanted({ files, settings, upload, sheetName }: SheetToDescribe) {
  if (upload === undefined) {
    const spreadsheet = openSpreadsheet(settings.spreadsheet)
    return {
      spreadsheet,
      sheetNames: [settings.sheetName],
      hiddenSheets: [],
      sheetName: settings.sheetName,
    }
  }
  const { spreadsheet, sheets, text } = await openUploadedFile(files, upload)
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const only = visible.length === 1 ? visible[0]?.name : undefined
  return {
    spreadsheet,
    sheetNames: sheets.map(({ name }) => name),
    hiddenSheets: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    sheetName: sheetName ?? only ?? (sheets.length === 0 ? '' : null),
    text,
  }
}

/** Columns whose cells best show whether the letters are right; emergency contacts are never shown. */
const tellingUses: readonly ColumnUse[] = [
  'Full Name',
  'Last Name',
  'First Name',
  'Congregation',
  'Circuit',
  'City',
]
const shownNames = 3

function describeText(
  { encoding, separator, isSure, likely, linesIn }: UploadedText,
  columns: readonly MatchedColumn[],
): NonNullable<SheetHead['text']> {
  const positions = tellingUses
    .map((wanted) => columns.findIndex(({ use }) => use === wanted))
    .filter((position) => position >= 0)
  const namesIn = (each: TextEncoding) => {
    const rows = linesIn(each).flatMap(
      (line) => Papa.parse<string[]>(line, { delimiter: separator }).data,
    )
    const cells = rows.flatMap((row) => positions.map((position) => row[position]?.trim() ?? ''))
    const titles = new Set(columns.map(({ title }) => title))
    const distinguishing = cells.filter((cell) => isDistinguishing(cell) && !titles.has(cell))
    return [
      ...new Set(distinguishing.map((cell) => cell.slice(0, maxSampleLength).toWellFormed())),
    ].slice(0, shownNames)
  }
  return {
    encoding,
    separator,
    isSure,
    encodings: likely.map((each) => ({ encoding: each, names: namesIn(each) })),
  }
}

function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}

function samplesOf(rows: readonly string[][], position: number): string[] {
  const samples = new Set<string>()
  for (const row of rows) {
    const cell = row[position]?.trim().slice(0, maxSampleLength)
    if (cell) samples.add(cell)
    if (samples.size === samplesOfColumn) break
  }
  return [...samples]
}
