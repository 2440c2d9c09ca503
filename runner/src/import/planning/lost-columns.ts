import type { SheetColumn } from '@dashboard/contract/sheet-columns'
import type { DescribedVolunteer } from './describe-change.ts'
import { detailKinds } from './detail-kinds.ts'
import { contactFields, flagFields, plainFields } from './volunteer-fields.ts'

/** The columns in which a volunteer has a value before and none after an import; of yes and no, only yes is one. */
export function lostColumns(before: DescribedVolunteer, after: DescribedVolunteer): SheetColumn[] {
  const lost: SheetColumn[] = []
  for (const [title, column] of plainFields) {
    if (after.row[column] === null && before.row[column] !== null) lost.push(title)
  }
  for (const [title, column] of flagFields) {
    if (after.row[column] === 0 && before.row[column] === 1) lost.push(title)
  }
  if (before.details.every(({ length }) => length === 0)) return lost
  const still = heldColumns(after.details)
  for (const column of heldColumns(before.details)) if (!still.has(column)) lost.push(column)
  return lost
}

/** The columns that these details would fill in a sheet. */
function heldColumns(details: DescribedVolunteer['details']): Set<SheetColumn> {
  const held = new Set<SheetColumn>()
  for (const [index, { table }] of detailKinds.entries()) {
    for (const values of details[index] ?? []) {
      switch (table) {
        case 'volunteer_cart_assignments':
          held.add('Cart Locations')
          break
        case 'appointments':
          held.add('Appointments')
          break
        case 'availability_schedules':
          held.add(values.dayOfWeek as SheetColumn)
          break
        case 'emergency_contacts':
          for (const [title, column] of contactFields(values.isPrimary === 1)) {
            if ((values[column] ?? null) !== null) held.add(title)
          }
      }
    }
  }
  return held
}
