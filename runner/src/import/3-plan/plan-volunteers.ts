import { randomUUIDv7 } from 'node:crypto'
import { toFlag } from '@dashboard/store/database/column-values'
import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import type { ExistingDetail, VolunteerRow } from '../2-match/existing-data.ts'
import { kindOfChange, type WrittenCounts } from './count-changes.ts'
import { detailKinds } from './detail-kinds.ts'
import { type DetailChanges, planDetails } from './plan-details.ts'
import type { PlaceIds } from './plan-places.ts'
import { rowHash } from './row-hash.ts'

/** A volunteer of the sheet that is new, or whose row is not as it was. */
export interface WantedVolunteer {
  volunteer: SheetVolunteer
  place: PlaceIds
  /** Of the volunteer that is there; `undefined` for a new one. */
  id: string | undefined
  rawData: string
  hasWarnings: boolean
}

/** What is there of the volunteers that are compared. */
export interface Before {
  rows: ReadonlyMap<string, VolunteerRow>
  /** In the order of `detailKinds`. */
  details: readonly (readonly ExistingDetail[])[]
}

export const nobodyBefore: Before = { rows: new Map(), details: detailKinds.map(() => []) }

/** What changes with some volunteers of the sheet. */
export interface VolunteerChanges {
  /** New and changed. */
  volunteers: VolunteerRow[]
  details: DetailChanges[]
  /** Of volunteers that come to the same though their rows are not as they were. */
  hashes: { id: string; rowHash: string }[]
  written: WrittenCounts
  /** Circuits that somebody joins, leaves, or is changed in. */
  circuitIds: Set<string>
}

/** Compares volunteers of the sheet with what is there; what comes to the same is not written. */
export function planVolunteers(
  wanted: readonly WantedVolunteer[],
  before: Before,
  locationIds: ReadonlyMap<string, string>,
  at: string,
): VolunteerChanges {
  const people = wanted.map((each) => {
    const known = each.id === undefined ? undefined : before.rows.get(each.id)
    return { ...each, row: volunteerRow(each, known, at), known }
  })
  const details = detailKinds.map((kind, index) =>
    planDetails(kind, before.details[index] ?? [], people, locationIds),
  )
  const touched = new Set(details.flatMap(({ volunteerIds }) => volunteerIds))
  const changes: VolunteerChanges = {
    volunteers: [],
    details,
    hashes: [],
    written: { new: 0, moved: 0, changed: 0 },
    circuitIds: new Set(),
  }
  for (const { row, known, rawData, hasWarnings } of people) {
    if (known && !touched.has(row.id) && hasSameFields(known, row)) {
      const kept = rowHash(rawData, known.updatedAt, hasWarnings)
      if (kept !== known.rowHash) changes.hashes.push({ id: row.id, rowHash: kept })
      continue
    }
    changes.volunteers.push(row)
    changes.written[kindOfChange(known, row)] += 1
    for (const id of [row.circuitId, known?.circuitId]) if (id) changes.circuitIds.add(id)
  }
  return changes
}

function volunteerRow(
  { volunteer, place, rawData, hasWarnings }: WantedVolunteer,
  before: VolunteerRow | undefined,
  at: string,
): VolunteerRow {
  return {
    id: before?.id ?? randomUUIDv7(),
    locustId: volunteer.locustId,
    firstName: volunteer.firstName,
    lastName: volunteer.lastName,
    mobilePhone: volunteer.mobilePhone,
    emailAddress: volunteer.emailAddress,
    city: volunteer.city,
    zipCode: volunteer.zipCode,
    circuitId: place.circuitId,
    congregationId: place.congregationId,
    zone: volunteer.zone,
    tags: volunteer.tags,
    trained: toFlag(volunteer.trained),
    available: toFlag(volunteer.available),
    orientation: toFlag(volunteer.orientation),
    availabilityDoubleShifts: toFlag(volunteer.doubleShifts),
    availabilityMaxShiftsPerWeek: volunteer.maxShiftsPerWeek,
    availabilityMaxShiftsPerMonth: volunteer.maxShiftsPerMonth,
    availabilityNote: volunteer.availabilityNote,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
    rowHash: rowHash(rawData, at, hasWarnings),
  }
}

function hasSameFields(before: VolunteerRow, after: VolunteerRow): boolean {
  for (const [field, value] of Object.entries(after)) {
    if (field === 'updatedAt' || field === 'rowHash') continue
    if (before[field as keyof VolunteerRow] !== value) return false
  }
  return true
}
