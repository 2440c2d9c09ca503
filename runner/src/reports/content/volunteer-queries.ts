import { compareNames } from '@dashboard/contract/compare-names'
import type { Db } from '@dashboard/store/database/open-database'
import { fromStoredValues, volunteerFields } from '@dashboard/store/volunteers/volunteer-values'
import type { ReportContact } from './report-data.ts'

/**
 * Selects the volunteers of a circuit, or those of a congregation with their emergency contacts, or those of a list.
 */
type VolunteerScope =
  | { circuitId: string }
  | { congregationId: string }
  | { ids: readonly string[] }

const volunteerColumns = volunteerFields.map((field) => `volunteers.${field}` as const)

/** Reads volunteers with their places, always in the same order. */
export async function readVolunteers(db: Db, scope: VolunteerScope) {
  const rows = await selectVolunteers(db, scope)
    .leftJoin('circuits', 'circuits.id', 'volunteers.circuitId')
    .leftJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .select(volunteerColumns)
    .select(['circuits.name as circuit', 'congregations.name as congregation', 'language'])
    .select(['volunteers.id', 'volunteers.congregationId'])
    // Makes the order stable when somebody leaves and comes back with another id.
    .orderBy('locustId')
    .orderBy('volunteers.id')
    .execute()
  const availability = await readAvailability(db, scope)
  const cartLocations = await readCartLocations(db, scope)
  const contacts = 'congregationId' in scope ? await readContacts(db, scope) : undefined
  return rows.map((row) => ({
    id: row.id,
    ...fromStoredValues(row),
    circuit: row.circuit,
    congregationId: row.congregationId,
    congregation: row.congregation,
    language: row.language,
    availability: availability.get(row.id) ?? [],
    cartLocations: cartLocations.get(row.id) ?? [],
    emergencyContacts: contacts?.get(row.id) ?? [],
  }))
}

function selectVolunteers(db: Db, scope: VolunteerScope) {
  const query = db.selectFrom('volunteers')
  if ('ids' in scope) return query.where('volunteers.id', 'in', scope.ids)
  return 'congregationId' in scope
    ? query.where('volunteers.congregationId', '=', scope.congregationId)
    : query.where('volunteers.circuitId', '=', scope.circuitId)
}

async function readAvailability(db: Db, scope: VolunteerScope) {
  const rows = await db
    .selectFrom('availability_schedules')
    .select(['volunteerId', 'dayOfWeek as day', 'timeSlot'])
    .where('isAvailable', '=', 1)
    .where('volunteerId', 'in', selectVolunteers(db, scope).select('volunteers.id'))
    .execute()
  return groupByVolunteer(rows, ({ day, timeSlot }) => ({ day, timeSlot }))
}

async function readCartLocations(db: Db, scope: VolunteerScope) {
  const rows = await db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('cart_locations', 'cart_locations.id', 'volunteer_cart_assignments.locationId')
    .select(['volunteerId', 'cart_locations.name'])
    .where('volunteerId', 'in', selectVolunteers(db, scope).select('volunteers.id'))
    .execute()
  rows.sort((one, other) => compareNames(one.name, other.name))
  return groupByVolunteer(rows, (row) => row.name)
}

async function readContacts(db: Db, scope: VolunteerScope): Promise<Map<string, ReportContact[]>> {
  const rows = await db
    .selectFrom('emergency_contacts')
    .select(['id', 'volunteerId', 'name', 'relationship', 'phone', 'email', 'notes', 'isPrimary'])
    .where('volunteerId', 'in', selectVolunteers(db, scope).select('volunteers.id'))
    .execute()
  rows.sort(
    (one, other) =>
      other.isPrimary - one.isPrimary ||
      compareNames(one.name, other.name) ||
      (one.id < other.id ? -1 : 1),
  )
  return groupByVolunteer(
    rows,
    ({ id: _id, volunteerId: _owner, isPrimary: _order, ...contact }) => contact,
  )
}

function groupByVolunteer<Row extends { volunteerId: string }, Value>(
  rows: Row[],
  toValue: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = Map.groupBy(rows, ({ volunteerId }) => volunteerId)
  return new Map([...groups].map(([id, own]) => [id, own.map(toValue)]))
}
