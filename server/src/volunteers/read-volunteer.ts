import { withoutAuditedValues } from '@dashboard/contract/audited-values'
import { compareNames } from '@dashboard/contract/compare-names'
import { days } from '@dashboard/contract/days'
import type { FieldChange } from '@dashboard/contract/imports'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { EmergencyContact, Volunteer } from '@dashboard/contract/volunteers'
import { fromFlag, fromJson } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { fromStoredValues } from '@dashboard/store/volunteers/volunteer-values'
import type { VolunteerIndex } from './search/build-index.ts'
import { placesOf, type VolunteerScope } from './search/volunteer-places.ts'

const shownImports = 20

/** Returns one volunteer of the scope; `undefined` when there is none with this id. */
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
      countRows(db.selectFrom('emergency_contacts').where('volunteerId', '=', id)),
      readHistory(db, id),
    ],
  )
  const { circuitId: _circuit, congregationId, ...facts } = row
  const position = index.congregations.findIndex((each) => each.id === congregationId)
  return {
    ...facts,
    ...fromStoredValues(row),
    congregation: placesOf(index, scope).congregations[position] ?? null,
    language: index.congregations[position]?.language ?? null,
    availability,
    cartLocations,
    appointments,
    emergencyContacts,
    history,
  }
}

/** Returns the contacts, the primary one first; `undefined` when the scope has no such volunteer. */
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
  return rows.sort((one, other) => compareNames(one.name, other.name))
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

/**
 * Returns what imports changed about a volunteer, newest first: only imports whose details are stored
 * (docs/imports.md), and only changes in the circuits of the scope.
 */
async function readHistory(db: ScopedDb, volunteerId: string): Promise<Volunteer['history']> {
  const rows = await db
    .selectFrom('import_changes')
    .innerJoin('imports', 'imports.id', 'import_changes.importId')
    .select(['importId', 'completedAt', 'import_changes.kind', 'fields'])
    .select(['fromCircuit', 'fromCongregation', 'toCircuit', 'toCongregation'])
    .where('volunteerId', '=', volunteerId)
    .where('imports.state', '=', 'completed')
    .where('completedAt', 'is not', null)
    .orderBy('imports.number', 'desc')
    .limit(shownImports)
    .execute()
  return rows.map(({ importId, completedAt, kind, fields, ...places }) => {
    const from = [places.fromCircuit, places.fromCongregation]
    const to = [places.toCircuit, places.toCongregation]
    const moved = kind === 'moved' ? placeChanges(from, to) : []
    return {
      importId,
      at: completedAt ?? '',
      kind,
      fields: [...moved, ...withoutAuditedValues(fromJson<FieldChange[]>(fields))],
    }
  })
}

function placeChanges(from: (string | null)[], to: (string | null)[]): FieldChange[] {
  return ['Circuit', 'Congregation']
    .map((field, at) => ({ field, before: from[at] ?? null, after: to[at] ?? null }))
    .filter(({ before, after }) => before !== after)
}
