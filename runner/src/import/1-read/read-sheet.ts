import { toJson } from '@dashboard/store/database/column-values'
import { findHeader, type HeaderMatch, headerSearchRows } from '../../spreadsheets/sheet-columns.ts'
import { personKey } from '../person-key.ts'
import { createRowMapper, rawTitles, type SheetVolunteer } from './row-mapping.ts'

const rowsPerProgress = 500

/** One row that is not blank, unchanged. */
export interface RawRow {
  /** The row's number in the spreadsheet program, from 1. */
  rowIndex: number
  rawData: string
}

/** The result of reading a sheet. */
export interface SheetContent {
  volunteers: SheetVolunteer[]
  rawRows: RawRow[]
  /** Rows left out, each with its number and the reason. */
  skipped: string[]
  /** Rows that were imported with a warning. */
  warnings: string[]
}

/**
 * Reads all rows of a sheet. One bad row never stops the rest.
 * @throws SheetError when the header row is missing or incomplete.
 */
export async function readSheet(
  rows: AsyncIterable<string[]>,
  onProgress: (rowCount: number) => void,
): Promise<SheetContent> {
  const content: SheetContent = { volunteers: [], rawRows: [], skipped: [], warnings: [] }
  const top: string[][] = []
  let take: ReturnType<typeof createRowTaker> | undefined
  const begin = () => {
    const header = findHeader(top)
    take = createRowTaker(content, header, top[header.rowIndex] ?? [])
    for (const [index, cells] of top.entries()) if (index > header.rowIndex) take(cells, index + 1)
  }
  let rowIndex = 0
  for await (const cells of rows) {
    rowIndex += 1
    if (rowIndex % rowsPerProgress === 0) onProgress(rowIndex)
    if (take) take(cells, rowIndex)
    else if (top.push(cells) === headerSearchRows) begin()
  }
  if (!take) begin()
  return content
}

/** A function that adds a row below the header to `content`. */
function createRowTaker(
  content: SheetContent,
  header: HeaderMatch,
  headerCells: readonly string[],
): (cells: readonly string[], rowIndex: number) => void {
  const titles = rawTitles(headerCells)
  const mapRow = createRowMapper(header)
  const firstRowOf = new Map<string, number>()
  return (cells, rowIndex) => {
    const mapping = mapRow(cells)
    if (mapping.kind === 'blank') return
    content.rawRows.push({ rowIndex, rawData: rawData(titles, cells) })
    if (mapping.kind === 'skip') {
      content.skipped.push(`Row ${rowIndex} skipped: ${mapping.reason}.`)
      return
    }
    const { volunteer, warnings } = mapping
    const first = firstRowOf.get(identity(volunteer))
    if (first !== undefined) {
      content.skipped.push(`Row ${rowIndex} skipped: ${repetition(volunteer)} row ${first}.`)
      return
    }
    firstRowOf.set(identity(volunteer), rowIndex)
    content.volunteers.push(volunteer)
    for (const warning of warnings) content.warnings.push(`Row ${rowIndex}: ${warning}.`)
  }
}

function repetition({ locustId }: SheetVolunteer): string {
  return locustId === null
    ? 'the same name in the same congregation, without a Locust ID, is already in'
    : 'its Locust ID is already in'
}

function identity(volunteer: SheetVolunteer): string {
  return volunteer.locustId === null
    ? `person ${personKey(volunteer)}`
    : `locust ${volunteer.locustId}`
}

/** The cells that are not blank, by the titles of their columns, as JSON text. */
function rawData(titles: readonly string[], cells: readonly string[]): string {
  const named = cells.map((cell, index) => [titles[index] ?? `Column ${index + 1}`, cell] as const)
  return toJson(Object.fromEntries(named.filter(([, cell]) => cell !== '')))
}
