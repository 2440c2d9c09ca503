import type { SheetColumn } from '@dashboard/contract/sheet-columns'
import type { VolunteerRow } from '../matching/existing-data.ts'

/** Maps columns of the sheet to columns of the database. */

type Fields<Column> = readonly (readonly [title: SheetColumn, column: Column])[]

export const plainFields = [
  ['Locust ID', 'locustId'],
  ['First Name', 'firstName'],
  ['Last Name', 'lastName'],
  ['Mobile Phone', 'mobilePhone'],
  ['Email Address', 'emailAddress'],
  ['City', 'city'],
  ['Zip Code', 'zipCode'],
  ['Zone', 'zone'],
  ['Tags', 'tags'],
  ['Max Shifts Per Week', 'availabilityMaxShiftsPerWeek'],
  ['Max Shifts Per Month', 'availabilityMaxShiftsPerMonth'],
  ['Availability Note', 'availabilityNote'],
] as const satisfies Fields<keyof VolunteerRow>

export const flagFields = [
  ['Trained', 'trained'],
  ['Available', 'available'],
  ['Orientation', 'orientation'],
  ['Double Shifts', 'availabilityDoubleShifts'],
] as const satisfies Fields<keyof VolunteerRow>

/** Fields that belong to the congregation. */
export const congregationFields = [
  ['Language', 'language'],
  ['Congregation City', 'city'],
] as const satisfies Fields<string>

/** Returns the columns of one of the two emergency contacts. */
export function contactFields(isPrimary: boolean) {
  const prefix = isPrimary ? 'Emergency Contact' : 'Emergency Contact 2'
  return [
    [`${prefix} Name`, 'name'],
    [`${prefix} Phone`, 'phone'],
    [`${prefix} Email`, 'email'],
    [`${prefix} Relationship`, 'relationship'],
    [`${prefix} Notes`, 'notes'],
  ] as const satisfies Fields<string>
}
