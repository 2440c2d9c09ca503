import { randomUUIDv7 } from 'node:crypto'
import type { ChangeKind } from '@dashboard/contract/imports'
import { toFlag, toJson } from '@dashboard/store/database/column-values'
import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import type { ExistingDetail, VolunteerRow } from '../2-match/existing-data.ts'
import { kindOfChange, type WrittenCounts } from './count-changes.ts'
import {
  describeFields,
  groupDetails,
  type PersonChange,
  type PlaceNames,
} from './describe-change.ts'
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
  /** Whether this may be somebody who is there, called the same. */
  isDoubtful?: boolean
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
  /** The same volunteers, for people to read. */
  people: PersonChange[]
  /** Circuits that somebody joins, leaves, or is changed in. */
  circuitIds: Set<string>
}

/** Cart locations by their names, and the names of all places by their ids, as far as rows have named them. */
export interface KnownPlaces {
  locationIds: ReadonlyMap<string, string>
  names: PlaceNames
  /** Whether nobody was there before. */
  wasEmpty: boolean
}

/** Compares volunteers of the sheet with what is there; what comes to the same is not written. */
export function planVolunteers(
  wanted: readonly WantedVolunteer[],
  before: Before,
  places: KnownPlaces,
  at: string,
): VolunteerChanges {
  const { locationIds, names } = places
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
    people: [],
    circuitIds: new Set(),
  }
  const fieldsOf = createFieldsReader(before, places)
  for (const { row, known, rawData, hasWarnings, volunteer, isDoubtful } of people) {
    if (known && !touched.has(row.id) && hasSameFields(known, row)) {
      const kept = rowHash(rawData, known.updatedAt, hasWarnings)
      if (kept !== known.rowHash) changes.hashes.push({ id: row.id, rowHash: kept })
      continue
    }
    changes.volunteers.push(row)
    const kind = kindOfChange(known, row)
    changes.written[kind] += 1
    changes.people.push({
      ...describePerson(kind, row, isDoubtful),
      basedOn: known?.updatedAt ?? null,
      fromCircuit: known ? (names.get(known.circuitId ?? '') ?? '') : null,
      fromCongregation: known ? (names.get(known.congregationId ?? '') ?? '') : null,
      toCircuit: volunteer.circuit,
      toCongregation: volunteer.congregation,
      fields: fieldsOf({ row, known, volunteer }, touched.has(row.id)),
    })
    for (const id of [row.circuitId, known?.circuitId]) if (id) changes.circuitIds.add(id)
  }
  return changes
}

/** What differs, as JSON text. Most changes are of a few cells, so that details are described only where some differ. */
function createFieldsReader({ details }: Before, { locationIds, names, wasEmpty }: KnownPlaces) {
  const detailsBefore = groupDetails(details)
  return (
    {
      row,
      known,
      volunteer,
    }: { row: VolunteerRow; known: VolunteerRow | undefined; volunteer: SheetVolunteer },
    hasOtherDetails: boolean,
  ): string => {
    // Of a first import everything is new, and stands with the volunteers themselves.
    if (wasEmpty) return '[]'
    const detailsAfter = hasOtherDetails
      ? detailKinds.map((kind) => kind.rowsOf(volunteer, locationIds))
      : []
    const was = known && { row: known, details: hasOtherDetails ? detailsBefore(known.id) : [] }
    return toJson(describeFields(was, { row, details: detailsAfter }, names))
  }
}

/** Somebody who leaves. */
export function describeLeaving(
  row: VolunteerRow,
  names: PlaceNames,
  isDoubtful: boolean,
): PersonChange {
  return {
    ...describePerson('left', row, isDoubtful),
    basedOn: row.updatedAt,
    fromCircuit: names.get(row.circuitId ?? '') ?? '',
    fromCongregation: names.get(row.congregationId ?? '') ?? '',
    toCircuit: null,
    toCongregation: null,
    fields: '[]',
  }
}

function describePerson(kind: ChangeKind, row: VolunteerRow, isDoubtful = false) {
  const name = `${row.firstName} ${row.lastName}`
  return {
    kind,
    volunteerId: row.id,
    name,
    nameKey: `${name} ${row.locustId ?? ''}`.trim().toLowerCase(),
    locustId: row.locustId,
    isDoubtful: toFlag(isDoubtful),
  }
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
