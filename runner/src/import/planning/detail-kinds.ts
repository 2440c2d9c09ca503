import { toFlag } from '@dashboard/store/database/column-values'
import type { Database } from '@dashboard/store/database/schema'
import type { CellValue } from '@dashboard/store/database/write-rows'
import type { DetailColumns, DetailTable } from '../matching/existing-data.ts'
import type { SheetVolunteer } from '../reading/row-mapping.ts'

/** A detail as it is written, apart from the time of insertion; id and volunteer are filled in when it is new. */
export type DetailRow = Record<string, CellValue> & { id: string; volunteerId: string }

/** One kind of detail: rows that are the same when all their `columns` are. */
export interface DetailKind extends DetailColumns {
  /** The column with the time of insertion. */
  madeAt: string
  /** The rows that a volunteer of the sheet has, each with a value for every one of `columns`. */
  rowsOf(volunteer: SheetVolunteer, locationIds: ReadonlyMap<string, string>): DetailRow[]
}

/** All rows of a kind are made in one place, so that they have one shape. */
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
      contacts.map(({ name, phone, email, relationship, notes, isPrimary }) => ({
        ...unnamed,
        name,
        phone,
        email,
        relationship,
        notes,
        isPrimary: toFlag(isPrimary),
      })),
  ),
]

/** Checks here that columns and rows have the names of the schema; from here on names are plain texts. */
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
