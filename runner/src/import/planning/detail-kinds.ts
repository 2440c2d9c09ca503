import { toFlag } from '@dashboard/store/database/column-values'
import type { Database } from '@dashboard/store/database/schema'
import type { CellValue, NamedValues } from '@dashboard/store/database/write-rows'
import type { DetailColumns, DetailTable } from '../matching/existing-data.ts'
import type { SheetVolunteer } from '../reading/row-mapping.ts'

/** One kind of detail: rows are equal when all their `columns` are. */
export interface DetailKind extends DetailColumns {
  /** Column with the time of insertion. */
  madeAt: string
  /** Returns the rows of a volunteer of the sheet, each with a value for every one of `columns`. */
  rowsOf(volunteer: SheetVolunteer, locationIds: ReadonlyMap<string, string>): NamedValues[]
}

export const detailKinds: readonly DetailKind[] = [
  kind('volunteer_cart_assignments', ['locationId'], 'assignedAt', (volunteer, locationIds) =>
    volunteer.cartLocations.map(({ name }) => ({ locationId: locationIds.get(name) ?? null })),
  ),
  kind('appointments', ['title', 'category'], 'assignedAt', ({ appointments }) =>
    appointments.map(({ name, category }) => ({ title: name, category })),
  ),
  kind(
    'availability_schedules',
    ['dayOfWeek', 'timeSlot'],
    'createdAt',
    ({ availability }) => availability,
  ),
  kind(
    'emergency_contacts',
    ['name', 'phone', 'email', 'relationship', 'notes', 'isPrimary'],
    'createdAt',
    ({ contacts }) =>
      contacts.map((contact) => ({ ...contact, isPrimary: toFlag(contact.isPrimary) })),
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
  ) => Record<NoInfer<Column>, CellValue>[],
): DetailKind {
  return { table, columns, madeAt, rowsOf }
}
