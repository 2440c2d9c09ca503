import { columnsOf, type VolunteerValues } from '@dashboard/contract/sheet-columns'
import { type Flag, fromFlag, toFlag } from '../database/column-values.ts'

/** Converts the columns of the sheet that are stored with the volunteer. */

type StoredValues = {
  [Field in keyof VolunteerValues]: VolunteerValues[Field] extends boolean
    ? Flag
    : VolunteerValues[Field]
}

const columns = columnsOf('volunteer')

export const volunteerFields = columns.map(({ field }) => field)

export function toStoredValues(values: VolunteerValues): StoredValues {
  const entries = columns.map(({ field }) => {
    const value = values[field]
    return [field, typeof value === 'boolean' ? toFlag(value) : value]
  })
  return Object.fromEntries(entries) as StoredValues
}

export function fromStoredValues(row: StoredValues): VolunteerValues {
  const entries = columns.map(({ field, reads }) => {
    const value = row[field]
    return [field, reads === 'flag' ? fromFlag(value as Flag) : value]
  })
  return Object.fromEntries(entries) as VolunteerValues
}
