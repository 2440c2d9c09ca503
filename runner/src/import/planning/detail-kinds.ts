import { toFlag } from '@dashboard/store/database/column-values'
import type { Database } from '@dashboard/store/database/schema'
import type { CellValue } from '@dashboard/store/database/write-rows'
import type { DetailColumns, DetailTable } from '../matching/existing-data.ts'
import type { SheetVolunteer } from '../reading/row-mapping.ts'

/** A detail as it is written, apart from the time of insertion; id and volunteer are filled in for new ones. */
export type DetailRow = Record<string, CellValue> & { id: string; volunteerId: string }

/** One kind of detail: rows are equal when all their `columns` are. */
export interface DetailKind extends DetailColumns {
  /** Column with the time of insertion. */
  madeAt: string
  /** Returns the rows of a volunteer of the sheet, each with a value for every one of `columns`. */
  rowsOf(volunteer: SheetVolunteer, locationIds: ReadonlyMap<string, string>): DetailRow[]
}

/** All rows of a kind start from this object, so that they have the same shape. */
const unnamed = { id: '', volunteerId: '' }

export const detailKinds: readonly DetailKind[] = [
  kind('volunteer_cart_assignments', ['locationId'], 'assignedAt', (volunteer, locationIds) =>
    volunteer.cartLocations.map(({ name }) => ({
      ...unnamed,
      locationId: locationIds.get(name) ?? null,
    })),
  ),
  kind('appointments', ['title', 'category'], 'assignedAt', ({ appointments }) =>
    appointments.map(({ name, category }) => ({ ...unnamed, title: name, category })),
  ),
  kind('availability_schedules', ['dayOfWeek', 'timeSlot'], 'createdAt', ({ availability }) =>
    availability.map(({ dayOfWeek, timeSlot }) => ({ ...unnamed, dayOfWeek, timeSlot })),
  ),
  kind(
    'emergency_contacts',
    ['name', 'phone', 'email', 'relationship', 'notes', 'isPrimary'],
    'createdAt',
    ({ contacts }) =>
      contacts.map((contact) => ({
        ...unnamed,
        ...contact,
        isPrimary: toFlag(contact.isPrimary),
      })),
  ),
]

/** Checks at compile time that columns and rows have the names of the schema; later code treats names as plain text. */
function kind<Table extends DetailTable, Column extends keyof Database[Table] & string>(
  table: Table,
  columns: readonly Column[],
  madeAt: keyof Database[Table] & string,
  rowsOf: (
    volunteer: SheetVolunteer,
    locationIds: ReadonlyMap<string, string>,
  ) => (Record<NoInfer<Column>, CellValue> & typeof unnamed)[],
): DetailKind {
  return { table, columns, madeAt, rowsOf }
}
