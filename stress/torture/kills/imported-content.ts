import { makeDoubleVolunteers } from '@dashboard/doubles/locust/locust-volunteers'
import type { Row, StoredContent } from './stored-content.ts'

/**
 * Creates sheets in which each generation changes every volunteer and every detail, and returns the content of the
 * database after importing one, without the ids, instants and hashes that differ between imports.
 */

export const importTables = [
  'circuits',
  'congregations',
  'volunteers',
  'cart_locations',
  'volunteer_cart_assignments',
  'appointments',
  'availability_schedules',
  'emergency_contacts',
  'raw_import_data',
  'automation_status',
  // Has the record of the last import.
  'preferences',
] as const

/** Tables that a sheet is imported into, in an order in which every reference is valid. */
export const contentTables = importTables.slice(0, -2)
const congregationsPerCircuit = 10

/** Returns the mark of a generation, which has a fixed length. */
function markOf(generation: number): string {
  return `G${String(generation).padStart(5, '0')}`
}

/** Returns volunteers as CSV; each volunteer and each detail contains the mark. */
export function csvOf(generation: number, volunteers: number, congregations = 40): string {
  const mark = markOf(generation)
  const rows = makeDoubleVolunteers(volunteers).map((volunteer, index) => {
    const place = index % congregations
    return {
      ...volunteer,
      Circuit: `NY-${1 + Math.floor(place / congregationsPerCircuit)}`,
      Congregation: `Congregation ${place + 1}`,
      Language: 'English',
      City: `City ${mark}`,
      'Congregation City': `City ${mark}`,
      Zone: mark,
      'Availability Note': `Note ${mark}`,
      Monday: `Morning ${mark}`,
      Appointments: `Trainer ${mark} (Cart)`,
      'Emergency Contact Name': `Contact ${mark}`,
    }
  })
  const titles = Object.keys(rows[0] ?? {})
  const table = [titles, ...rows.map((row) => Object.values(row))]
  return `${table.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the content that an import leaves, as sorted lines. */
export function importedLines(content: StoredContent): string[] {
  const rows = (table: (typeof importTables)[number]) => content.get(table) ?? []
  const names = (table: 'circuits' | 'congregations' | 'cart_locations', key = 'name') =>
    new Map(rows(table).map((row) => [row.id, row[key]]))
  const circuits = names('circuits')
  const congregations = names('congregations')
  const locations = names('cart_locations')
  const people = new Map(rows('volunteers').map((row) => [row.id, row.locustId]))
  const named = (row: Row): Row => {
    const { id: _, createdAt: _1, updatedAt: _2, assignedAt: _3, lastUpdated: _4, ...rest } = row
    const { processedAt: _5, importBatch: _6, ...stable } = rest
    return {
      ...stable,
      ...('circuitId' in row && { circuitId: circuits.get(row.circuitId ?? '') ?? null }),
      ...('congregationId' in row && {
        congregationId: congregations.get(row.congregationId ?? '') ?? null,
      }),
      ...('volunteerId' in row && { volunteerId: people.get(row.volunteerId ?? '') ?? null }),
      ...('locationId' in row && { locationId: locations.get(row.locationId ?? '') ?? null }),
    }
  }
  return contentTables
    .flatMap((table) => rows(table).map((row) => `${table} ${JSON.stringify(named(row))}`))
    .sort()
}

/** Returns the lines that another generation of the same sheet would leave. */
export function linesOfGeneration(lines: readonly string[], generation: number): string[] {
  return lines.map((line) => sheetOfGeneration(line, generation)).sort()
}

/** Returns the same text with another mark. */
export function sheetOfGeneration(text: string, generation: number): string {
  return text.replace(/G\d{5}/g, markOf(generation))
}
