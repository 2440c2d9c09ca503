import { days } from '@dashboard/contract/coverage'
import type { HeaderMatch, SheetColumn } from '../../spreadsheets/sheet-columns.ts'
import {
  type Categorized,
  type Reading,
  readCategorized,
  readFlag,
  readInteger,
  readLine,
  readList,
  readText,
} from './cell-values.ts'

export interface SheetContact {
  name: string
  phone: string | null
  email: string | null
  relationship: string | null
  notes: string | null
  isPrimary: boolean
}

/** The values of one row of the sheet. */
export interface SheetVolunteer {
  locustId: string | null
  firstName: string
  lastName: string
  mobilePhone: string | null
  emailAddress: string | null
  city: string | null
  zipCode: string | null
  circuit: string
  congregation: string
  language: string | null
  congregationCity: string | null
  zone: string | null
  tags: string | null
  trained: boolean
  available: boolean
  orientation: boolean
  doubleShifts: boolean
  maxShiftsPerWeek: number | null
  maxShiftsPerMonth: number | null
  availabilityNote: string | null
  availability: { dayOfWeek: string; timeSlot: string }[]
  cartLocations: Categorized[]
  appointments: Categorized[]
  contacts: SheetContact[]
}

export type RowMapping =
  | { kind: 'volunteer'; volunteer: SheetVolunteer; warnings: string[] }
  | { kind: 'skip'; reason: string }
  | { kind: 'blank' }

/** A function that maps the rows below this header (docs/sheet-format.md#columns). */
export function createRowMapper(header: HeaderMatch): (cells: readonly string[]) => RowMapping {
  return (cells) => {
    if (cells.every((cell) => cell.trim() === '')) return { kind: 'blank' }
    const row = readRow(cells, header)
    const required = {
      'First Name': row.line('First Name'),
      'Last Name': row.line('Last Name'),
      Circuit: row.line('Circuit'),
      Congregation: row.line('Congregation'),
    }
    const blank = Object.entries(required).filter(([, text]) => text === '')
    if (blank.length > 0) {
      const names = blank.map(([column]) => `'${column}'`).join(' and ')
      return { kind: 'skip', reason: `${names} ${blank.length === 1 ? 'is' : 'are'} blank` }
    }
    const volunteer: SheetVolunteer = {
      locustId: row.optional('Locust ID'),
      firstName: required['First Name'],
      lastName: required['Last Name'],
      mobilePhone: row.optional('Mobile Phone'),
      emailAddress: row.optional('Email Address'),
      city: row.optional('City'),
      zipCode: row.optional('Zip Code'),
      circuit: required.Circuit,
      congregation: required.Congregation,
      language: row.optional('Language'),
      congregationCity: row.optional('Congregation City'),
      zone: row.optional('Zone'),
      tags: readList(row.cell('Tags'), /[;,]/).join(', ') || null,
      trained: row.flag('Trained'),
      available: row.flag('Available'),
      orientation: row.flag('Orientation'),
      doubleShifts: row.flag('Double Shifts'),
      maxShiftsPerWeek: row.integer('Max Shifts Per Week'),
      maxShiftsPerMonth: row.integer('Max Shifts Per Month'),
      availabilityNote: row.text('Availability Note'),
      availability: days.flatMap((dayOfWeek) =>
        readList(row.cell(dayOfWeek)).map((timeSlot) => ({ dayOfWeek, timeSlot })),
      ),
      cartLocations: readCategorized(row.cell('Cart Locations')),
      appointments: readCategorized(row.cell('Appointments')),
      contacts: [row.contact('Emergency Contact'), row.contact('Emergency Contact 2')].filter(
        (contact) => contact !== undefined,
      ),
    }
    return { kind: 'volunteer', volunteer, warnings: row.warnings }
  }
}

/** Reads one row's cells by column; warnings are added to `warnings`. */
function readRow(cells: readonly string[], { positions }: HeaderMatch) {
  const warnings: string[] = []
  const cell = (column: SheetColumn) => cells[positions.get(column) ?? -1] ?? ''
  const line = (column: SheetColumn) => readLine(cell(column))
  const optional = (column: SheetColumn) => line(column) || null
  const text = (column: SheetColumn) => readText(cell(column)) || null
  const noting = <T>(column: SheetColumn, { value, warning }: Reading<T>): T => {
    if (warning !== undefined) warnings.push(`'${column}' ${warning}`)
    return value
  }
  return {
    warnings,
    cell,
    line,
    optional,
    text,
    flag: (column: SheetColumn) => noting(column, readFlag(cell(column))),
    integer: (column: SheetColumn) => noting(column, readInteger(cell(column))),
    contact(prefix: 'Emergency Contact' | 'Emergency Contact 2'): SheetContact | undefined {
      const name = line(`${prefix} Name`)
      const details = {
        phone: optional(`${prefix} Phone`),
        email: optional(`${prefix} Email`),
        relationship: optional(`${prefix} Relationship`),
        notes: text(`${prefix} Notes`),
      }
      if (name !== '') return { name, ...details, isPrimary: prefix === 'Emergency Contact' }
      if (Object.values(details).some((detail) => detail !== null)) {
        warnings.push(`'${prefix} Name' is blank, so this contact is left out`)
      }
      return undefined
    },
  }
}

/** Titles under which a row's cells are kept as raw data: as found, numbered where not unique. */
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
