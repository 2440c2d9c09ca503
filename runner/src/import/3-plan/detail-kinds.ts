import { toFlag } from '@dashboard/store/database/column-values'
import type { Database } from '@dashboard/store/database/schema'
import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import type { CellValue, DetailColumns, DetailTable } from '../2-match/existing-data.ts'

/** One kind of detail: rows that are the same when all their `columns` are. */
export interface DetailKind extends DetailColumns {
  /** The column that says when a row was made. */
  madeAt: string
  /** The rows that a volunteer of the sheet has, as values of `columns`. */
  valuesOf(volunteer: SheetVolunteer, locationIds: ReadonlyMap<string, string>): CellValue[][]
}

export const detailKinds: readonly DetailKind[] = [
  kind('volunteer_cart_assignments', ['locationId'], 'assignedAt', (volunteer, locationIds) =>
    volunteer.cartLocations.map(({ name }) => [locationIds.get(name) ?? null]),
  ),
  kind('appointments', ['title', 'category'], 'assignedAt', ({ appointments }) =>
    appointments.map(({ name, category }) => [name, category]),
  ),
  kind('availability_schedules', ['dayOfWeek', 'timeSlot'], 'createdAt', ({ availability }) =>
    availability.map(({ dayOfWeek, timeSlot }) => [dayOfWeek, timeSlot]),
  ),
  kind(
    'emergency_contacts',
    ['name', 'phone', 'email', 'relationship', 'notes', 'isPrimary'],
    'createdAt',
    ({ contacts }) =>
      contacts.map((contact) => [
        contact.name,
        contact.phone,
        contact.email,
        contact.relationship,
        contact.notes,
        toFlag(contact.isPrimary),
      ]),
  ),
]

/** The names are checked against the schema here, and plain texts from here on. */
function kind<Table extends DetailTable>(
  table: Table,
  columns: readonly (keyof Database[Table] & string)[],
  madeAt: keyof Database[Table] & string,
  valuesOf: DetailKind['valuesOf'],
): DetailKind {
  return { table, columns, madeAt, valuesOf }
}
