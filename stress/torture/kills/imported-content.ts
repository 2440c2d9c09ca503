import { csvText, makeDoubleVolunteers } from '@dashboard/doubles/locust/locust-volunteers'
import { type StoredContent, tablesThatDiffer } from './stored-content.ts'

/** Sheets in which each generation changes every volunteer and every detail, and what an import of one leaves. */

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
] as const

/** Tables that a sheet is imported into. */
export const contentTables = importTables.slice(0, -1)
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
  return csvText([titles, ...rows.map((row) => Object.values(row))])
}

/** Returns the same text with the mark of another generation. */
export function textOfGeneration(text: string, generation: number): string {
  return text.replace(/G\d{5}/g, markOf(generation))
}

/**
 * Returns `before` for exactly the former content, `after` where everything that a sheet writes belongs to the
 * generation and nothing is missing or there twice, and `half` for anything else.
 */
export function importState(
  before: StoredContent,
  content: StoredContent,
  generation: number,
): 'before' | 'after' | 'half' {
  const changed = tablesThatDiffer(before, content, importTables)
  if (changed.length === 0) return 'before'
  const isWhole = contentTables.every((table) => {
    const rows = content.get(table) ?? []
    const marks = JSON.stringify(rows).match(/G\d{5}/g) ?? []
    return (
      rows.length === before.get(table)?.length &&
      marks.every((mark) => mark === markOf(generation))
    )
  })
  return isWhole && changed.includes('automation_status') ? 'after' : 'half'
}
