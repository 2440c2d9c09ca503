import { randomUUIDv7 } from 'node:crypto'
import type { ChangeKind, ReplacedKind } from '@dashboard/contract/imports'
import type { SheetColumn } from '@dashboard/contract/sheet-columns'
import { toFlag, toJson } from '@dashboard/store/database/column-values'
import type { NamedValues } from '@dashboard/store/database/write-rows'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import { toStoredValues } from '@dashboard/store/volunteers/volunteer-values'
import type { Detail, VolunteerRow } from '../matching/existing-data.ts'
import type { SheetVolunteer } from '../reading/row-mapping.ts'
import { kindOfChange, type WrittenCounts } from './count-changes.ts'
import {
  describeFields,
  lostColumns,
  type PersonChange,
  type PlaceNames,
} from './describe-change.ts'
import { type DetailKind, detailKinds } from './detail-kinds.ts'
import type { PlacesOfRow } from './plan-places.ts'
import { replacedKinds } from './replaced-values.ts'

/** A volunteer of the sheet. */
export interface WantedVolunteer {
  volunteer: SheetVolunteer
  place: PlacesOfRow
  /** Id of the existing volunteer; `undefined` for a new one. */
  id: string | undefined
  /** Whether this may be an existing person of the same name. */
  isDoubtful?: boolean
}

export interface Before {
  rows: ReadonlyMap<string, VolunteerRow>
  /** In the order of `detailKinds`. */
  details: readonly (readonly Detail[])[]
}

export interface VolunteerChanges {
  /** New and changed volunteers. */
  volunteers: VolunteerRow[]
  details: DetailChanges[]
  written: WrittenCounts
  /** The same volunteers, described for people. */
  people: PersonChange[]
  circuitIds: Set<string>
  /** Columns in which somebody loses a value, once per loss. */
  lost: SheetColumn[]
  /** Kinds of values that somebody gets replaced, once per volunteer. */
  replaced: ReplacedKind[]
}

/** Ids of cart locations by name, and names of all places by id, for places that rows have named so far. */
export interface KnownPlaces {
  locationIds: ReadonlyMap<string, string>
  names: PlaceNames
  wasEmpty: boolean
}

/** Compares volunteers of the sheet with the database; those without a difference are not written. */
export function planVolunteers(
  wanted: readonly WantedVolunteer[],
  before: Before,
  places: KnownPlaces,
  at: string,
): VolunteerChanges {
  const { locationIds, names, wasEmpty } = places
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
    written: { new: 0, moved: 0, changed: 0 },
    people: [],
    circuitIds: new Set(),
    lost: [],
    replaced: [],
  }
  const detailsBefore = before.details.map((rows) =>
    Map.groupBy(rows, ({ volunteerId }) => volunteerId),
  )
  for (const { row, known, volunteer, place, isDoubtful } of people) {
    if (known && !touched.has(row.id) && hasSameFields(known, row)) continue
    changes.volunteers.push(row)
    const kind = kindOfChange(known, row)
    changes.written[kind] += 1
    // In a first import everything is new; the volunteers' own rows already show it.
    const kinds = wasEmpty ? [] : detailKinds
    const now = { row, details: kinds.map((kind) => kind.rowsOf(volunteer, locationIds)) }
    const then = known && {
      row: known,
      details: detailsBefore.map((rows) => rows.get(known.id) ?? []),
    }
    changes.people.push({
      ...describePerson(kind, row, isDoubtful),
      basedOn: known?.updatedAt ?? null,
      fromCircuit: known ? (names.get(known.circuitId ?? '') ?? '') : null,
      fromCongregation: known ? (names.get(known.congregationId ?? '') ?? '') : null,
      toCircuit: place.circuit,
      toCongregation: place.congregation,
      fields: wasEmpty ? '[]' : toJson(describeFields(then, now, names)),
    })
    if (then) {
      changes.lost.push(...lostColumns(then, now))
      changes.replaced.push(...replacedKinds(then, now))
    }
    for (const id of [row.circuitId, known?.circuitId]) if (id) changes.circuitIds.add(id)
  }
  return changes
}

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
  { volunteer, place }: WantedVolunteer,
  before: VolunteerRow | undefined,
  at: string,
): VolunteerRow {
  return {
    id: before?.id ?? randomUUIDv7(),
    circuitId: place.circuitId,
    congregationId: place.congregationId,
    ...toStoredValues(volunteer),
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
}

function hasSameFields(before: VolunteerRow, after: VolunteerRow): boolean {
  for (const [field, value] of Object.entries(after)) {
    if (field !== 'updatedAt' && before[field as keyof VolunteerRow] !== value) return false
  }
  return true
}

export interface DetailChanges {
  kind: DetailKind
  /** Each has all `detailColumns`. */
  added: Detail[]
  removedIds: string[]
  volunteerIds: string[]
}

export function detailColumns({ columns }: DetailKind): string[] {
  return ['id', 'volunteerId', ...columns]
}

/** Returns a key that is equal for two details of a volunteer only if all their columns are. */
function detailKey({ columns }: DetailKind, values: NamedValues): string {
  if (columns.length === 1) return String(values[columns[0] ?? ''] ?? '')
  return joinKey(...columns.map((column) => values[column] ?? null))
}

/** Compares the details of some volunteers with those of the sheet; equal ones are not written. */
export function planDetails(
  kind: DetailKind,
  existing: readonly Detail[],
  wanted: readonly { volunteer: SheetVolunteer; row: { id: string } }[],
  locationIds: ReadonlyMap<string, string>,
): DetailChanges {
  const { left, removed } = groupByOwner(kind, existing)
  const changes: DetailChanges = { kind, added: [], removedIds: [], volunteerIds: [] }
  for (const { volunteer, row } of wanted) {
    const before = left.get(row.id)
    const own = new Set<string>()
    for (const values of kind.rowsOf(volunteer, locationIds)) {
      const key = detailKey(kind, values)
      if (own.has(key)) continue
      own.add(key)
      if (before?.delete(key)) continue
      changes.added.push({ ...values, id: randomUUIDv7(), volunteerId: row.id })
      changes.volunteerIds.push(row.id)
    }
  }
  for (const rest of left.values()) removed.push(...rest.values())
  for (const { id, volunteerId } of removed) {
    changes.removedIds.push(id)
    changes.volunteerIds.push(volunteerId)
  }
  return changes
}

/** Groups the details of each volunteer by content; duplicates are listed for deletion. */
function groupByOwner(kind: DetailKind, existing: readonly Detail[]) {
  const left = new Map<string, Map<string, Detail>>()
  const removed: Detail[] = []
  for (const detail of existing) {
    const own = left.getOrInsertComputed(detail.volunteerId, () => new Map())
    const key = detailKey(kind, detail)
    if (own.has(key)) removed.push(detail)
    else own.set(key, detail)
  }
  return { left, removed }
}
