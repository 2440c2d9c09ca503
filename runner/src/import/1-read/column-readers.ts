import { days } from '@dashboard/contract/coverage'
import type { HeaderMatch, SheetColumn } from '../../spreadsheets/sheet-columns.ts'
import {
  type Reading,
  readCategorized,
  readFlag,
  readInteger,
  readLine,
  readList,
  readText,
} from './cell-values.ts'
import { rememberRepeated } from './repeated-cells.ts'

type Cells = readonly string[]
export interface SheetContact {
  name: string
  phone: string | null
  email: string | null
  relationship: string | null
  notes: string | null
  isPrimary: boolean
}

type ContactPrefix = 'Emergency Contact' | 'Emergency Contact 2'

export type Columns = ReturnType<typeof createColumns>

/** Readers of one column each, which know where it is; what a column says repeats from row to row. */
export function createColumns({ positions }: HeaderMatch) {
  const read = <T>(column: SheetColumn, readCell: (cell: string) => T) => {
    const position = positions.get(column)
    if (position === undefined) {
      const blank = readCell('')
      return () => blank
    }
    return (cells: Cells): T => readCell(cells[position] ?? '')
  }
  const noting = <T>(column: SheetColumn, readCell: (cell: string) => Reading<T>) => {
    const reading = read(column, readCell)
    return (cells: Cells, warnings: string[]): T => {
      const { value, warning } = reading(cells)
      if (warning !== undefined) warnings.push(`'${column}' ${warning}`)
      return value
    }
  }
  const optional = (column: SheetColumn) => read(column, (cell) => readLine(cell) || null)
  const text = (column: SheetColumn) => read(column, (cell) => readText(cell) || null)
  return {
    line: (column: SheetColumn) => read(column, readLine),
    optional,
    text,
    tags: (column: SheetColumn) =>
      read(
        column,
        rememberRepeated((cell) => readList(cell, /[;,]/).join(', ') || null),
      ),
    flag: (column: SheetColumn) => noting(column, rememberRepeated(readFlag)),
    integer: (column: SheetColumn) => noting(column, rememberRepeated(readInteger)),
    categorized: (column: SheetColumn) => read(column, rememberRepeated(readCategorized)),
    slotsOfWeek() {
      const present = days.filter((day) => positions.has(day))
      const readers = present.map((dayOfWeek) =>
        read(
          dayOfWeek,
          rememberRepeated((cell) => readList(cell).map((timeSlot) => ({ dayOfWeek, timeSlot }))),
        ),
      )
      return (cells: Cells) => readers.flatMap((readDay) => readDay(cells))
    },
  }
}

/** Reads one of the two emergency contacts. */
export function createContactReader({ line, optional, text }: Columns, prefix: ContactPrefix) {
  const name = line(`${prefix} Name`)
  const phone = optional(`${prefix} Phone`)
  const email = optional(`${prefix} Email`)
  const relationship = optional(`${prefix} Relationship`)
  const notes = text(`${prefix} Notes`)
  return (cells: Cells, warnings: string[]): SheetContact | undefined => {
    const details = {
      phone: phone(cells),
      email: email(cells),
      relationship: relationship(cells),
      notes: notes(cells),
    }
    const contact = name(cells)
    if (contact !== '') {
      return { name: contact, ...details, isPrimary: prefix === 'Emergency Contact' }
    }
    if (Object.values(details).some((detail) => detail !== null)) {
      warnings.push(`'${prefix} Name' is blank, so this contact is left out`)
    }
    return undefined
  }
}
