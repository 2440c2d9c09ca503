import { toJson } from '@dashboard/store/column-values'
import { findHeader } from '../spreadsheets/sheet-columns.ts'
import { personKey } from './match-volunteers.ts'
import { createRowMapper, rawTitles, type SheetVolunteer } from './row-mapping.ts'

/** One row that holds something, kept as it stands in the sheet. */
export interface RawRow {
  /** As a person counts the sheet's rows, from 1. */
  rowIndex: number
  rawData: string
}

/** What a sheet comes to. */
export interface SheetContent {
  volunteers: SheetVolunteer[]
  rawRows: RawRow[]
  /** Rows left out, each with its number and the reason. */
  skipped: string[]
  /** Rows taken although something in them is odd. */
  warnings: string[]
}

/**
 * Understands all rows of a sheet. One bad row never stops the rest.
 * @throws SheetError when the header row is missing or not as it has to be.
 */
export function readSheet(rows: readonly string[][]): SheetContent {
  const header = findHeader(rows)
  const titles = rawTitles(rows[header.rowIndex] ?? [])
  const mapRow = createRowMapper(header)
  const firstRowOf = new Map<string, number>()
  const content: SheetContent = { volunteers: [], rawRows: [], skipped: [], warnings: [] }
  for (const [index, cells] of rows.entries()) {
    if (index <= header.rowIndex) continue
    const mapping = mapRow(cells)
    if (mapping.kind === 'blank') continue
    const rowIndex = index + 1
    content.rawRows.push({ rowIndex, rawData: rawData(titles, cells) })
    const reason = mapping.kind === 'skip' ? mapping.reason : repetition(mapping.volunteer)
    if (mapping.kind === 'skip' || reason !== undefined) {
      content.skipped.push(`Row ${rowIndex} skipped: ${reason}.`)
      continue
    }
    firstRowOf.set(identity(mapping.volunteer), rowIndex)
    content.volunteers.push(mapping.volunteer)
    for (const warning of mapping.warnings) content.warnings.push(`Row ${rowIndex}: ${warning}.`)
  }
  return content

  function repetition(volunteer: SheetVolunteer): string | undefined {
    const first = firstRowOf.get(identity(volunteer))
    if (first === undefined) return undefined
    return volunteer.locustId === null
      ? `the same name in the same congregation, without a Locust ID, is already in row ${first}`
      : `its Locust ID '${volunteer.locustId}' is already in row ${first}`
  }
}

function identity(volunteer: SheetVolunteer): string {
  return volunteer.locustId === null
    ? `person ${personKey(volunteer)}`
    : `locust ${volunteer.locustId}`
}

function rawData(titles: readonly string[], cells: readonly string[]): string {
  const named = cells.map((cell, index) => [titles[index] ?? `Column ${index + 1}`, cell] as const)
  return toJson(Object.fromEntries(named.filter(([, cell]) => cell !== '')))
}
