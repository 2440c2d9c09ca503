import { days } from './days.ts'

const contactDetails = ['Name', 'Phone', 'Email', 'Relationship', 'Notes'] as const
const contactPrefixes = ['Emergency Contact', 'Emergency Contact 2'] as const
type ContactPrefix = (typeof contactPrefixes)[number]
type ContactColumn = `${ContactPrefix} ${(typeof contactDetails)[number]}`

function contactColumns(prefix: ContactPrefix): ContactColumn[] {
  return contactDetails.map((detail): ContactColumn => `${prefix} ${detail}`)
}

const plainColumns = [
  'Locust ID',
  'First Name',
  'Last Name',
  'Mobile Phone',
  'Email Address',
  'City',
  'Zip Code',
  'Circuit',
  'Congregation',
  'Language',
  'Congregation City',
  'Zone',
  'Tags',
  'Trained',
  'Available',
  'Orientation',
  'Double Shifts',
  'Max Shifts Per Week',
  'Max Shifts Per Month',
  'Availability Note',
  ...days,
  'Cart Locations',
  'Appointments',
] as const

export type SheetColumn = (typeof plainColumns)[number] | ContactColumn

/**
 * All columns of the sheet in the order in which an export writes them
 * (docs/sheet-format.md#columns).
 */
export const sheetColumns: readonly SheetColumn[] = [
  ...plainColumns,
  ...contactPrefixes.flatMap(contactColumns),
]

export const requiredColumns = ['First Name', 'Last Name', 'Circuit', 'Congregation'] as const

/**
 * Returns a key that is equal for equal headers: case, blanks, underscores, hyphens and a byte order mark are ignored.
 */
export function headerKey(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\s_\-\u2010-\u2015\u200b]/g, '')
    .toLowerCase()
}
