import type { FieldChange } from '@dashboard/contract/imports'
import { columnsOf, flagColumns, type SheetColumn } from '@dashboard/contract/sheet-columns'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { Database } from '@dashboard/store/database/schema'
import type { NamedValues } from '@dashboard/store/database/write-rows'
import type { DetailTable, VolunteerRow } from '../matching/existing-data.ts'
import { detailKinds } from './detail-kinds.ts'

const plainColumns = columnsOf('volunteer').filter(({ reads }) => reads !== 'flag')
const contactColumns = { first: columnsOf('firstContact'), second: columnsOf('secondContact') }
const contactColumnsOf = ({ isPrimary }: NamedValues) =>
  contactColumns[isPrimary === 1 ? 'first' : 'second']

/** One person of a plan, as stored in the history; the row number is assigned when it is staged. */
export type PersonChange = Omit<Database['import_changes'], 'id' | 'importId' | 'isDoubtful'> & {
  isDoubtful: 0 | 1
}

/** Names of circuits, congregations and cart locations, keyed by id. */
export type PlaceNames = ReadonlyMap<string, string>

/** A volunteer with the details of each kind, in the order of `detailKinds`. */
export interface DescribedVolunteer {
  row: VolunteerRow
  details: readonly (readonly NamedValues[])[]
}

/**
 * Returns the differences between two states of a volunteer, by titles of the sheet. Places are described separately.
 */
export function describeFields(
  before: DescribedVolunteer | undefined,
  after: DescribedVolunteer,
  names: PlaceNames,
): FieldChange[] {
  const fields: FieldChange[] = []
  const compare = (field: string, one: string | null, other: string | null) => {
    if (one !== other) fields.push({ field, before: one, after: other })
  }
  for (const { title, field: column } of plainColumns) {
    if (before && before.row[column] === after.row[column]) continue
    compare(title, textOf(before?.row[column]), textOf(after.row[column]))
  }
  for (const { title, field: column } of flagColumns) {
    if (before && before.row[column] === after.row[column]) continue
    // New volunteers start from "No", so that only "yes" is shown.
    compare(title, before ? yesOrNo(before.row[column]) : 'No', yesOrNo(after.row[column]))
  }
  const one = describeDetails(before?.details ?? [], names)
  const other = describeDetails(after.details, names)
  for (const title of new Set([...one.keys(), ...other.keys()])) {
    compare(title, one.get(title) ?? null, other.get(title) ?? null)
  }
  return before ? fields : fields.map((field) => ({ ...field, before: null }))
}

function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

function yesOrNo(value: unknown): string {
  return value === 1 ? 'Yes' : 'No'
}

/** Returns details as the cells of a sheet would show them, by titles of its columns. */
function describeDetails(
  details: DescribedVolunteer['details'],
  names: PlaceNames,
): Map<string, string> {
  const parts = new Map<string, Set<string>>()
  for (const [index, kind] of detailKinds.entries()) {
    for (const values of details[index] ?? []) {
      const { title, text } = describeDetail(kind.table, values, names)
      parts.getOrInsertComputed(title, () => new Set()).add(text)
    }
  }
  const inOrder = (one: string, other: string) =>
    compareTimeSlots(one, other) || (one < other ? -1 : 1)
  return new Map([...parts].map(([title, texts]) => [title, [...texts].sort(inOrder).join('; ')]))
}

function describeDetail(
  table: DetailTable,
  values: NamedValues,
  names: PlaceNames,
): { title: string; text: string } {
  const text = (column: string) => textOf(values[column]) ?? ''
  switch (table) {
    case 'volunteer_cart_assignments':
      return { title: 'Cart Locations', text: names.get(text('locationId')) ?? '' }
    case 'appointments': {
      const category = text('category')
      const named = category === '' ? text('title') : `${text('title')} (${category})`
      return { title: 'Appointments', text: named }
    }
    case 'availability_schedules':
      return { title: text('dayOfWeek'), text: text('timeSlot') }
    case 'emergency_contacts': {
      const title = values.isPrimary === 1 ? 'Emergency Contact' : 'Emergency Contact 2'
      const said = contactColumnsOf(values)
        .map(({ field }) => text(field))
        .filter((part) => part !== '')
      return { title, text: said.join(', ') }
    }
  }
}

/**
 * Returns the columns in which a volunteer has a value before an import and none after it; in yes/no columns, only
 * "yes" counts as a value.
 */
export function lostColumns(before: DescribedVolunteer, after: DescribedVolunteer): SheetColumn[] {
  const lost: SheetColumn[] = []
  for (const { title, field: column } of plainColumns) {
    if (after.row[column] === null && before.row[column] !== null) lost.push(title)
  }
  for (const { title, field: column } of flagColumns) {
    if (after.row[column] === 0 && before.row[column] === 1) lost.push(title)
  }
  if (before.details.every(({ length }) => length === 0)) return lost
  const still = heldColumns(after.details)
  for (const column of heldColumns(before.details)) if (!still.has(column)) lost.push(column)
  return lost
}

/** Returns the columns that these details would fill in a sheet. */
function heldColumns(details: DescribedVolunteer['details']): Set<SheetColumn> {
  const held = detailKinds.flatMap(({ table }, index) =>
    (details[index] ?? []).flatMap((values) => filledColumns(table, values)),
  )
  return new Set(held)
}

function filledColumns(table: DetailTable, values: NamedValues): SheetColumn[] {
  switch (table) {
    case 'volunteer_cart_assignments':
      return ['Cart Locations']
    case 'appointments':
      return ['Appointments']
    case 'availability_schedules':
      return [values.dayOfWeek as SheetColumn]
    case 'emergency_contacts':
      return contactColumnsOf(values).flatMap(({ title, field }) =>
        (values[field] ?? null) === null ? [] : title,
      )
  }
}
