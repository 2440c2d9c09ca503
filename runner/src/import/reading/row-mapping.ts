import { days } from '@dashboard/contract/days'
import { memoize } from '@dashboard/contract/memoized-texts'
import {
  columnsOf,
  requiredColumns,
  type SheetColumn,
  type VolunteerValues,
} from '@dashboard/contract/sheet-columns'
import type { EmergencyContact } from '@dashboard/contract/volunteers'
import { joinFromTo } from '../../columns/cell-kinds.ts'
import { noWords, type Words } from '../../columns/day-tokens.ts'
import { readLine, readText } from '../../spreadsheets/cell-text.ts'
import { isErrorCell } from '../../spreadsheets/error-cells.ts'
import type { HeaderMatch } from '../../spreadsheets/sheet-columns.ts'
import {
  type Categorized,
  type CellWarning,
  lostCharacter,
  type Reading,
  readCategorized,
  readContact,
  readEmail,
  readFlag,
  readInteger,
  readList,
  readLocustId,
  readPhone,
  readSlots,
  warnOfError,
  warnOfName,
} from './cell-values.ts'

export interface NamedPerson {
  locustId: string | null
  firstName: string
  lastName: string
}

/** Name and place of a row's volunteer. */
export interface SheetPerson extends NamedPerson {
  circuit: string
  congregation: string
}

/** The places that a row names. */
export interface SheetPlaces extends Pick<SheetPerson, 'circuit' | 'congregation'> {
  language: string | null
  congregationCity: string | null
  cartLocations: readonly Categorized[]
}

export interface SheetVolunteer extends SheetPerson, SheetPlaces, VolunteerValues {
  availability: { dayOfWeek: string; timeSlot: string }[]
  appointments: readonly Categorized[]
  contacts: EmergencyContact[]
}

export type PersonReading =
  | { kind: 'person'; person: SheetPerson }
  | { kind: 'skip'; person: SheetPerson; columns: readonly SheetColumn[] }
  | { kind: 'blank' }

type Cells = readonly string[]

export type RowMapper = ReturnType<typeof createRowMapper>

/**
 * Returns the mapper for the rows below this header, by the words of the sheet (docs/sheet-format.md#columns). `merged`
 * are the positions of days that were merged over start and end.
 */
export function createRowMapper(
  header: HeaderMatch,
  words = noWords,
  merged: ReadonlySet<number> = new Set(),
) {
  const column = createColumns(header, words, merged)
  const readFields = createFieldReader(column)
  const known = [...header.positions]
  const findErrors = (cells: Cells) =>
    known.flatMap(([title, position]): RowWarning[] => {
      const cell = cells[position] ?? ''
      if (isErrorCell(cell)) return [{ column: title, ...warnOfError(cell) }]
      return cell.includes('\uFFFD') ? [{ column: title, ...lostCharacter }] : []
    })
  return {
    readPerson: createPersonReader(column),
    readVolunteer(cells: Cells, person: SheetPerson) {
      const warnings = findErrors(cells)
      const oddName = warnOfName(person.firstName, person.lastName)
      if (oddName) warnings.push({ column: 'First Name', ...oddName })
      const volunteer: SheetVolunteer = { ...person, ...readFields(cells, warnings) }
      return { volunteer, warnings }
    },
  }
}

function createPersonReader(column: Columns): (cells: Cells) => PersonReading {
  const locustId = column.optional('Locust ID')
  const firstName = column.line('First Name')
  const lastName = column.line('Last Name')
  const circuit = column.line('Circuit')
  const congregation = column.line('Congregation')
  return (cells) => {
    const person: SheetPerson = {
      locustId: locustId(cells),
      firstName: firstName(cells),
      lastName: lastName(cells),
      circuit: circuit(cells),
      congregation: congregation(cells),
    }
    const blank = requiredColumns.filter((title) => person[requiredFields[title]] === '')
    if (blank.length === 0) return { kind: 'person', person }
    if (cells.every((cell) => cell.trim() === '')) return { kind: 'blank' }
    return { kind: 'skip', person, columns: blank }
  }
}

const requiredFields = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Circuit: 'circuit',
  Congregation: 'congregation',
} as const

type Fields = Omit<SheetVolunteer, keyof SheetPerson>

function createFieldReader(column: Columns): (cells: Cells, warnings: RowWarning[]) => Fields {
  const plain = columnsOf('volunteer').map(
    ({ title, field, reads }) => [field, column[reads](title)] as const,
  )
  const language = column.optional('Language')
  const congregationCity = column.optional('Congregation City')
  const cartLocations = column.categorized('Cart Locations')
  const readSlots = column.slotsOfWeek()
  const appointments = column.categorized('Appointments')
  const contacts = (['Emergency Contact', 'Emergency Contact 2'] as const).map((prefix) =>
    createContactReader(column, prefix),
  )
  return (cells, warnings) => {
    const values: Record<string, unknown> = {}
    for (const [field, readCell] of plain) values[field] = readCell(cells, warnings)
    return {
      ...(values as unknown as VolunteerValues),
      language: language(cells),
      congregationCity: congregationCity(cells),
      cartLocations: cartLocations(cells),
      availability: readSlots(cells, warnings),
      appointments: appointments(cells),
      contacts: contacts
        .map((readContact) => readContact(cells, warnings))
        .filter((contact) => contact !== undefined),
    }
  }
}

/** Returns the titles under which a row's cells are stored as raw data: as found, numbered where not unique. */
export function rawTitles(headerCells: readonly string[]): string[] {
  const taken = new Set<string>()
  return headerCells.map((cell, position) => {
    const title = readLine(cell.replaceAll('\uFEFF', '')) || `Column ${position + 1}`
    let unique = title
    for (let copy = 2; taken.has(unique); copy++) unique = `${title} (${copy})`
    taken.add(unique)
    return unique
  })
}

/** A warning about a row that is imported anyway. */
export interface RowWarning extends CellWarning {
  column: string
}

type ContactPrefix = 'Emergency Contact' | 'Emergency Contact 2'

type Columns = ReturnType<typeof createColumns>

/** Matches titles such as 'Mon', 'Tues PM' or 'Wendsday', which nobody would give a column that is not about a day. */
const likeDay =
  /^(?:sun|mon|tues?|weds?|thu|thurs?|fri|sat)\b|^(?:sund|mond|tusd|tuesd|wedn|wend|thurs|thursd|frid|saturd)/i
const noDay: CellWarning = {
  kind: 'day',
  reason: 'is not a day of the week, so its time slots are left out',
}

/**
 * Creates readers for one column each, with the column's position built in; values that repeat from row to row are
 * cached.
 */
function createColumns(
  { positions, extras }: Pick<HeaderMatch, 'positions' | 'extras'>,
  words: Words,
  merged: ReadonlySet<number>,
) {
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
        memoize((cell) => readList(cell, /[;,]/).join(', ') || null),
      ),
    locustId: (column: SheetColumn) => noting(column, readLocustId),
    phone: (column: SheetColumn) => noting(column, readPhone),
    email: (column: SheetColumn) => noting(column, readEmail),
    contact: (column: SheetColumn) => read(column, (cell) => readContact(cell)),
    contactText: (column: SheetColumn) => read(column, (cell) => readContact(cell, readText)),
    flag: (column: SheetColumn) =>
      noting(
        column,
        memoize((cell) => readFlag(cell, words)),
      ),
    integer: (column: SheetColumn) => noting(column, memoize(readInteger)),
    categorized: (column: SheetColumn) => read(column, memoize(readCategorized)),
    slotsOfWeek() {
      const readers = days.flatMap((day) => {
        const position = positions.get(day)
        if (position === undefined) return []
        const readCell = memoize((cell: string) => readSlots(cell, day, words))
        const textAt = (cells: Cells, at: number) => readText(cells[at] ?? '')
        return (cells: Cells, warnings: RowWarning[]) => {
          const { value, warnings: found } = merged.has(position)
            ? readCell(joinFromTo(textAt(cells, position), textAt(cells, position + 1)))
            : readCell(cells[position] ?? '')
          warnings.push(...found.map((warning) => ({ column: day, ...warning })))
          return value.map((timeSlot) => ({ dayOfWeek: day, timeSlot }))
        }
      })
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

function createContactReader(columns: Columns, prefix: ContactPrefix) {
  const name = columns.contact(`${prefix} Name`)
  const phone = columns.phone(`${prefix} Phone`)
  const email = columns.email(`${prefix} Email`)
  const relationship = columns.contact(`${prefix} Relationship`)
  const notes = columns.contactText(`${prefix} Notes`)
  return (cells: Cells, warnings: RowWarning[]): EmergencyContact | undefined => {
    const details = {
      phone: phone(cells, warnings),
      email: email(cells, warnings),
      relationship: relationship(cells),
      notes: notes(cells),
    }
    const contact = name(cells)
    if (contact !== null) {
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
