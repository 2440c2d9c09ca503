import { personKey } from '@dashboard/store/volunteers/person-key'
import {
  findHeader,
  type HeaderMatch,
  headerSearchRows,
  requireFewColumns,
} from '../../spreadsheets/sheet-columns.ts'
import type { RowWarning } from './column-readers.ts'
import type { KeptHeader } from './kept-rows.ts'
import { createRawDataWriter } from './raw-data.ts'
import { rejectBlank, rejectRepetition, type SheetReject } from './rejects.ts'
import {
  createRowMapper,
  rawTitles,
  type SheetPerson,
  type SheetPlaces,
  type SheetVolunteer,
} from './row-mapping.ts'

/** Rows handed on at a time, so that memory does not grow with the sheet. */
const rowsPerPiece = 500

/** One row that is not blank. */
export interface SheetRow {
  /** The row's number in the spreadsheet program, from 1. */
  rowIndex: number
  /** Its cells, unchanged, as JSON text. */
  rawData: string
  /** What it says, unless it is skipped. */
  entry?: SheetEntry
  /** Why it is skipped. */
  reject?: SheetReject
}

/** The volunteer of a row; most rows of a sheet are as they were, and are read no further than here. */
export interface SheetEntry {
  person: SheetPerson
  places: SheetPlaces
  /** Whether this is one of the built-in sample volunteers. */
  isSample(): boolean
  /** Reads the rest of the row, with the row's warnings. */
  read(): { volunteer: SheetVolunteer; warnings: RowWarning[] }
}

/**
 * Reads the rows of a sheet, some at a time. One bad row never stops the rest: it is handed on as skipped.
 * @throws SheetError when the header row is missing or incomplete, or a row is too wide.
 */
export async function* readSheet(
  rows: AsyncIterable<string[]>,
  {
    onProgress,
    onHeader,
  }: {
    onProgress(rowCount: number): void
    onHeader(header: KeptHeader): void
  },
): AsyncGenerator<SheetRow[]> {
  const top: string[][] = []
  let piece: SheetRow[] = []
  let read: RowReader | undefined
  const take = (cells: readonly string[], rowIndex: number) => {
    const row = read?.(cells, rowIndex)
    if (row) piece.push(row)
  }
  const begin = () => {
    const header = findHeader(top)
    const titles = rawTitles(top[header.rowIndex] ?? [])
    onHeader({ headerRow: header.rowIndex + 1, titles })
    read = createRowReader(header, titles)
    for (const [index, cells] of top.entries()) if (index > header.rowIndex) take(cells, index + 1)
  }
  let rowIndex = 0
  for await (const cells of rows) {
    rowIndex += 1
    requireFewColumns(cells)
    if (rowIndex % rowsPerPiece === 0) onProgress(rowIndex)
    if (read) take(cells, rowIndex)
    else if (top.push(cells) === headerSearchRows) begin()
    if (piece.length < rowsPerPiece) continue
    yield piece
    piece = []
  }
  if (!read) begin()
  if (piece.length > 0) yield piece
}

type RowReader = (cells: readonly string[], rowIndex: number) => SheetRow | undefined

/** Reads the rows below the header; `undefined` for a blank one. */
function createRowReader(header: HeaderMatch, titles: readonly string[]): RowReader {
  const rawDataOf = createRawDataWriter(titles)
  const mapper = createRowMapper(header)
  const firstRowOf = new Map<string, number>()
  return (cells, rowIndex) => {
    const reading = mapper.readPerson(cells)
    if (reading.kind === 'blank') return undefined
    const row = { rowIndex, rawData: rawDataOf(cells) }
    if (reading.kind === 'skip') {
      return { ...row, reject: rejectBlank(rowIndex, reading.person, reading.columns) }
    }
    const { person } = reading
    const key = identity(person)
    const first = firstRowOf.get(key)
    if (first !== undefined) {
      return { ...row, reject: rejectRepetition(rowIndex, person, first) }
    }
    firstRowOf.set(key, rowIndex)
    const places = mapper.readPlaces(cells)
    return {
      ...row,
      entry: {
        person,
        places,
        isSample: () => mapper.isSample(cells, person),
        read: () => mapper.readVolunteer(cells, person, places),
      },
    }
  }
}

function identity(person: SheetPerson): string {
  return person.locustId === null ? `person ${personKey(person)}` : `locust ${person.locustId}`
}
