import { isSampleVolunteer } from '../../sample-volunteer.ts'
import type { HeaderMatch } from '../../spreadsheets/sheet-columns.ts'
import { type Categorized, readLine } from './cell-values.ts'
import {
  type Columns,
  createColumns,
  createContactReader,
  type RowWarning,
  type SheetContact,
} from './column-readers.ts'

/**
 * Raise it whenever the same cells come to mean something else: rows that were imported with another number
 * are mapped and compared again, though they have not changed (docs/decisions/0025-import-hashes.md).
 */
export const mappingVersion = 2

/** Who a row is about and where, which is read of every row. */
export interface SheetPerson {
  locustId: string | null
  firstName: string
  lastName: string
  circuit: string
  congregation: string
}

/** What a row says of places, which counts also where the volunteer has not changed. */
export interface SheetPlaces {
  language: string | null
  congregationCity: string | null
  cartLocations: readonly Categorized[]
}

/** The values of one row of the sheet. */
export interface SheetVolunteer extends SheetPerson, SheetPlaces {
  mobilePhone: string | null
  emailAddress: string | null
  city: string | null
  zipCode: string | null
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
  appointments: readonly Categorized[]
  contacts: SheetContact[]
}

export type PersonReading =
  | { kind: 'person'; person: SheetPerson }
  | { kind: 'skip'; person: SheetPerson; columns: readonly string[] }
  | { kind: 'blank' }

type Cells = readonly string[]

/** Reads the rows below one header, in steps: most rows of a sheet are as they were. */
export interface RowMapper {
  readPerson(cells: Cells): PersonReading
  readPlaces(cells: Cells): SheetPlaces
  /** Whether this is one of the built-in sample volunteers. */
  isSample(cells: Cells, person: SheetPerson): boolean
  readVolunteer(
    cells: Cells,
    person: SheetPerson,
    places: SheetPlaces,
  ): { volunteer: SheetVolunteer; warnings: RowWarning[] }
}

/** How the rows below this header are read (docs/sheet-format.md#columns). */
export function createRowMapper(header: HeaderMatch): RowMapper {
  const column = createColumns(header)
  const readPerson = createPersonReader(column)
  const readFields = createFieldReader(column)
  const language = column.optional('Language')
  const congregationCity = column.optional('Congregation City')
  const cartLocations = column.categorized('Cart Locations')
  const emailAddress = column.optional('Email Address')
  return {
    readPerson,
    readPlaces: (cells) => ({
      language: language(cells),
      congregationCity: congregationCity(cells),
      cartLocations: cartLocations(cells),
    }),
    isSample: (cells, { locustId }) =>
      isSampleVolunteer({ locustId: locustId ?? '', email: emailAddress(cells) ?? '' }),
    readVolunteer(cells, person, places) {
      const warnings: RowWarning[] = []
      return { volunteer: { ...person, ...places, ...readFields(cells, warnings) }, warnings }
    },
  }
}

function createPersonReader(column: Columns): RowMapper['readPerson'] {
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
    const blank = blankTitles(person)
    if (blank.length === 0) return { kind: 'person', person }
    if (cells.every((cell) => cell.trim() === '')) return { kind: 'blank' }
    return { kind: 'skip', person, columns: blank }
  }
}

const complete: readonly string[] = []

/** The required columns that the row leaves blank. */
function blankTitles({ firstName, lastName, circuit, congregation }: SheetPerson) {
  if (firstName && lastName && circuit && congregation) return complete
  const titles = {
    'First Name': firstName,
    'Last Name': lastName,
    Circuit: circuit,
    Congregation: congregation,
  }
  return Object.entries(titles).flatMap(([title, text]) => (text === '' ? title : []))
}

type Fields = Omit<SheetVolunteer, keyof SheetPerson | keyof SheetPlaces>

function createFieldReader(column: Columns): (cells: Cells, warnings: RowWarning[]) => Fields {
  const plain = {
    emailAddress: column.optional('Email Address'),
    city: column.optional('City'),
    zipCode: column.optional('Zip Code'),
    zone: column.optional('Zone'),
    availabilityNote: column.text('Availability Note'),
  }
  const mobilePhone = column.phone('Mobile Phone')
  const tags = column.tags('Tags')
  const trained = column.flag('Trained')
  const available = column.flag('Available')
  const orientation = column.flag('Orientation')
  const doubleShifts = column.flag('Double Shifts')
  const maxShiftsPerWeek = column.integer('Max Shifts Per Week')
  const maxShiftsPerMonth = column.integer('Max Shifts Per Month')
  const readSlots = column.slotsOfWeek()
  const appointments = column.categorized('Appointments')
  const contacts = (['Emergency Contact', 'Emergency Contact 2'] as const).map((prefix) =>
    createContactReader(column, prefix),
  )
  return (cells, warnings) => ({
    mobilePhone: mobilePhone(cells, warnings),
    emailAddress: plain.emailAddress(cells),
    city: plain.city(cells),
    zipCode: plain.zipCode(cells),
    zone: plain.zone(cells),
    tags: tags(cells),
    trained: trained(cells, warnings),
    available: available(cells, warnings),
    orientation: orientation(cells, warnings),
    doubleShifts: doubleShifts(cells, warnings),
    maxShiftsPerWeek: maxShiftsPerWeek(cells, warnings),
    maxShiftsPerMonth: maxShiftsPerMonth(cells, warnings),
    availabilityNote: plain.availabilityNote(cells),
    availability: readSlots(cells, warnings),
    appointments: appointments(cells),
    contacts: contacts
      .map((read) => read(cells, warnings))
      .filter((contact) => contact !== undefined),
  })
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
