import { randomUUID } from 'node:crypto'
import type {
  AppointmentRow,
  AssignmentRow,
  CircuitRow,
  ContactRow,
  ExistingData,
  ScheduleRow,
  VolunteerRow,
} from './existing-data.ts'
import { joinKey, type KnownVolunteer, matchVolunteers } from './match-volunteers.ts'
import { type PlacesPlan, planPlaces } from './plan-places.ts'
import type { SheetVolunteer } from './row-mapping.ts'
import { volunteerRow, wantedDetails } from './volunteer-rows.ts'

/** Rows to add and rows to take away. */
export interface RowChanges<Row> {
  added: Row[]
  removedIds: string[]
}

/** Everything an import changes; what is not in it stays as it is. */
export interface ImportPlan {
  places: PlacesPlan
  /** New and changed. */
  circuits: CircuitRow[]
  volunteers: VolunteerRow[]
  removedVolunteerIds: string[]
  assignments: RowChanges<AssignmentRow>
  appointments: RowChanges<AppointmentRow>
  schedules: RowChanges<ScheduleRow>
  contacts: RowChanges<ContactRow>
  counts: { existing: number; added: number; updated: number; removed: number }
}

/**
 * Compares what is there with what the sheet says (data-import.md): the sheet is the truth, ids stay,
 * and what has not changed is not written.
 */
export function planImport(
  existing: ExistingData,
  sheet: readonly SheetVolunteer[],
  at: string,
): ImportPlan {
  const places = planPlaces(existing, sheet, at)
  const before = new Map(existing.volunteers.map((row) => [row.id, row]))
  const matches = matchVolunteers(knownVolunteers(existing), sheet)
  const wanted = sheet.map((volunteer, index) => {
    const id = matches[index] ?? randomUUID()
    return { volunteer, row: volunteerRow(volunteer, id, places, before.get(id), at) }
  })
  const kept = new Set(wanted.map(({ row }) => row.id))
  const removed = existing.volunteers.filter(({ id }) => !kept.has(id))

  const touched = new Set<string>()
  const changesOf = <Row extends DetailRow>(
    rows: readonly Row[],
    wantedRows: Row[],
    keyOf: (row: Row) => string,
  ) =>
    changeDetails(
      rows.filter(({ volunteerId }) => kept.has(volunteerId)),
      wantedRows,
      keyOf,
      touched,
    )
  const details = wantedDetails(wanted, places, at)
  const plan = {
    assignments: changesOf(existing.assignments, details.assignments, (row) => row.locationId),
    appointments: changesOf(existing.appointments, details.appointments, (row) =>
      joinKey(row.title, row.category),
    ),
    schedules: changesOf(existing.schedules, details.schedules, (row) =>
      joinKey(row.dayOfWeek, row.timeSlot),
    ),
    contacts: changesOf(existing.contacts, details.contacts, (row) =>
      joinKey(row.isPrimary, row.name, row.phone, row.email, row.relationship, row.notes),
    ),
  }
  const volunteers = wanted
    .map(({ row }) => row)
    .filter((row) => touched.has(row.id) || !hasSameFields(before.get(row.id), row))
  const added = volunteers.filter(({ id }) => !before.has(id)).length
  return {
    places,
    circuits: planCircuits(
      existing,
      places,
      [
        ...volunteers.flatMap(({ id, circuitId }) => [circuitId, before.get(id)?.circuitId]),
        ...removed.map(({ circuitId }) => circuitId),
      ],
      at,
    ),
    volunteers,
    removedVolunteerIds: removed.map(({ id }) => id),
    ...plan,
    counts: {
      existing: existing.volunteers.length,
      added,
      updated: volunteers.length - added,
      removed: removed.length,
    },
  }
}

function knownVolunteers({ circuits, congregations, volunteers }: ExistingData): KnownVolunteer[] {
  const circuitNames = new Map(circuits.map(({ id, name }) => [id, name]))
  const congregationNames = new Map(congregations.map(({ id, name }) => [id, name]))
  return volunteers.map(({ id, locustId, firstName, lastName, circuitId, congregationId }) => ({
    id,
    locustId,
    firstName,
    lastName,
    circuit: circuitNames.get(circuitId ?? '') ?? '',
    congregation: congregationNames.get(congregationId ?? '') ?? '',
  }))
}

interface DetailRow {
  id: string
  volunteerId: string
}

/** Which details of volunteers are new and which are gone; `touched` gathers whose they are. */
function changeDetails<Row extends DetailRow>(
  existing: readonly Row[],
  wanted: readonly Row[],
  keyOf: (row: Row) => string,
  touched: Set<string>,
): RowChanges<Row> {
  const keyWithin = (row: Row) => joinKey(row.volunteerId, keyOf(row))
  const left = new Map<string, Row>()
  const removed: Row[] = []
  for (const row of existing) {
    const key = keyWithin(row)
    if (left.has(key)) removed.push(row)
    else left.set(key, row)
  }
  const added: Row[] = []
  const seen = new Set<string>()
  for (const row of wanted) {
    const key = keyWithin(row)
    if (seen.has(key)) continue
    seen.add(key)
    if (!left.delete(key)) added.push(row)
  }
  removed.push(...left.values())
  for (const { volunteerId } of [...added, ...removed]) touched.add(volunteerId)
  return { added, removedIds: removed.map(({ id }) => id) }
}

function hasSameFields(before: VolunteerRow | undefined, after: VolunteerRow): boolean {
  if (before === undefined) return false
  return Object.entries(after).every(
    ([field, value]) => field === 'updatedAt' || before[field as keyof VolunteerRow] === value,
  )
}

/** Circuits that are new, or whose congregations or volunteers change. */
function planCircuits(
  existing: ExistingData,
  places: PlacesPlan,
  ofVolunteers: readonly (string | null | undefined)[],
  at: string,
): CircuitRow[] {
  const changed = new Set([
    ...ofVolunteers,
    ...places.congregations.map(({ circuitId }) => circuitId),
    ...places.removedCongregations.map(({ circuitId }) => circuitId),
  ])
  const before = new Map(existing.circuits.map((row) => [row.id, row]))
  return [...places.circuitIds]
    .map(([name, id]) => ({
      id,
      name,
      congregations: places.congregationCounts.get(id) ?? 0,
      lastUpdated: at,
    }))
    .filter(
      ({ id, congregations }) => changed.has(id) || before.get(id)?.congregations !== congregations,
    )
}
