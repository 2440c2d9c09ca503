import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { EmergencyContact, Volunteer } from '@dashboard/contract/volunteers'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { compareNaturally } from '@dashboard/store/report-targets'
import type { VolunteerIndex } from './build-index.ts'
import { readHistory } from './read-history.ts'
import { placesOf } from './volunteer-places.ts'
import type { VolunteerScope } from './volunteer-scope.ts'

/** One volunteer of the scope; `undefined` when there is none of this id. */
export async function readVolunteer(
  db: ScopedDb,
  id: string,
  { scope, index }: { scope: VolunteerScope; index: VolunteerIndex },
): Promise<Volunteer | undefined> {
  const row = await oneVolunteer(db, id)
    .selectAll('volunteers')
    .select('circuits.name as circuit')
    .executeTakeFirst()
  if (!row) return undefined
  const [availability, cartLocations, appointments, emergencyContacts, history] = await Promise.all(
    [
      readWeek(db, id),
      readCartLocations(db, id),
      readAppointments(db, id),
      countEmergencyContacts(db, id),
      readHistory(db, id),
    ],
  )
  const { circuitId: _circuit, congregationId, rowHash: _hash, ...facts } = row
  const place = index.congregations.findIndex((each) => each.id === congregationId)
  return {
    ...facts,
    circuit: row.circuit,
    congregation: placesOf(index, scope).congregations[place] ?? null,
    language: index.congregations[place]?.language ?? null,
    trained: fromFlag(row.trained),
    available: fromFlag(row.available),
    orientation: fromFlag(row.orientation),
    availabilityDoubleShifts: fromFlag(row.availabilityDoubleShifts),
    availability,
    cartLocations,
    appointments,
    emergencyContacts,
    history,
  }
}

/** The primary one first; `undefined` when the scope has no such volunteer. */
export async function readContacts(
  db: ScopedDb,
  id: string,
): Promise<EmergencyContact[] | undefined> {
  const volunteer = await oneVolunteer(db, id).select('volunteers.id').executeTakeFirst()
  if (!volunteer) return undefined
  const rows = await db
    .selectFrom('emergency_contacts')
    .select(['name', 'phone', 'email', 'relationship', 'notes', 'isPrimary'])
    .where('volunteerId', '=', id)
    .orderBy('isPrimary', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, isPrimary: fromFlag(row.isPrimary) }))
}

function oneVolunteer(db: ScopedDb, id: string) {
  return db
    .selectFrom('volunteers')
    .leftJoin('circuits', 'circuits.id', 'volunteers.circuitId')
    .where('volunteers.id', '=', id)
}

async function readWeek(db: ScopedDb, id: string): Promise<Volunteer['availability']> {
  const rows = await db
    .selectFrom('availability_schedules')
    .select(['dayOfWeek', 'timeSlot'])
    .distinct()
    .where('volunteerId', '=', id)
    .where('isAvailable', '=', 1)
    .execute()
  const dayNames: readonly string[] = days
  const dayNumber = (day: string) => dayNames.indexOf(day)
  return rows.sort(
    (one, other) =>
      dayNumber(one.dayOfWeek) - dayNumber(other.dayOfWeek) ||
      compareTimeSlots(one.timeSlot, other.timeSlot),
  )
}

async function readCartLocations(db: ScopedDb, id: string): Promise<Volunteer['cartLocations']> {
  const rows = await db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('cart_locations', 'cart_locations.id', 'volunteer_cart_assignments.locationId')
    .select(['cart_locations.name', 'category'])
    .where('volunteerId', '=', id)
    .execute()
  return rows.sort((one, other) => compareNaturally(one.name, other.name))
}

function readAppointments(db: ScopedDb, id: string): Promise<Volunteer['appointments']> {
  return db
    .selectFrom('appointments')
    .select(['title', 'category'])
    .where('volunteerId', '=', id)
    .orderBy('title')
    .orderBy('id')
    .execute()
}

async function countEmergencyContacts(db: ScopedDb, id: string): Promise<number> {
  const { contacts } = await db
    .selectFrom('emergency_contacts')
    .select((select) => select.fn.countAll<number>().as('contacts'))
    .where('volunteerId', '=', id)
    .executeTakeFirstOrThrow()
  return contacts
}
