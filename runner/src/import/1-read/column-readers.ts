import { days } from '@dashboard/contract/coverage'
import { rememberRepeated } from '@dashboard/store/repeated-texts'
import type { HeaderMatch, SheetColumn } from '../../spreadsheets/sheet-columns.ts'
import {
  type CellWarning,
  type Reading,
  readCategorized,
  readFlag,
  readInteger,
  readLine,
  readList,
  readPhone,
  readSlots,
  readText,
} from './cell-values.ts'

type Cells = readonly string[]

/** An oddity of a row that is imported all the same. */
export interface RowWarning extends CellWarning {
  column: string
}

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

/** Titles such as 'Mon', 'Tues PM' or 'Wendsday', which nobody would give a column that is not about a day. */
const likeDay =
  /^(?:sun|mon|tues?|weds?|thu|thurs?|fri|sat)\b|^(?:sund|mond|tusd|tuesd|wedn|wend|thurs|thursd|frid|saturd)/i
const noDay: CellWarning = {
  kind: 'day',
  reason: 'is no day of the week, so its time slots are left out',
}

/** Readers of one column each, which know where it is; what a column says repeats from row to row. */
export function createColumns({ positions, extras }: Pick<HeaderMatch, 'positions' | 'extras'>) {
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
    return (cells: Cells, warnings: RowWarning[]): T => {
      const { value, warning } = reading(cells)
      if (warning !== undefined) warnings.push({ column, ...warning })
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
    phone: (column: SheetColumn) => noting(column, readPhone),
    flag: (column: SheetColumn) => noting(column, rememberRepeated(readFlag)),
    integer: (column: SheetColumn) => noting(column, rememberRepeated(readInteger)),
    categorized: (column: SheetColumn) => read(column, rememberRepeated(readCategorized)),
    slotsOfWeek() {
      const present = days.filter((day) => positions.has(day))
      const readers = present.map((dayOfWeek) =>
        noting(
          dayOfWeek,
          rememberRepeated((cell) => {
            const { value, ...rest } = readSlots(cell)
            return { value: value.map((timeSlot) => ({ dayOfWeek, timeSlot })), ...rest }
          }),
        ),
      )
      const oddDays = extras.filter(({ title }) => likeDay.test(title))
      return (cells: Cells, warnings: RowWarning[]) => {
        for (const { title, position } of oddDays) {
          if ((cells[position] ?? '').trim() !== '') warnings.push({ column: title, ...noDay })
        }
        return readers.flatMap((readDay) => readDay(cells, warnings))
      }
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
  return (cells: Cells, warnings: RowWarning[]): SheetContact | undefined => {
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
      warnings.push({
        kind: 'contact',
        column: `${prefix} Name`,
        reason: 'is blank, so this contact is left out',
      })
    }
    return undefined
  }
}
