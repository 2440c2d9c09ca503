import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import type { VolunteerList } from '@dashboard/store/volunteers/volunteer-lists'
import type { ListedReportVolunteer } from './report-data.ts'
import { groupByVolunteer, toReportVolunteer, volunteerColumns } from './volunteer-queries.ts'

/**
 * Returns the volunteers of a list in its order. Volunteers who have left the data or the user's circuits since the
 * request are left out.
 */
export async function readListedVolunteers(
  db: ScopedDb,
  { volunteerIds, bySoundFrom }: Pick<VolunteerList, 'volunteerIds' | 'bySoundFrom'>,
): Promise<ListedReportVolunteer[]> {
  const volunteers: ListedReportVolunteer[] = []
  const idsBySound = new Set(volunteerIds.slice(bySoundFrom))
  for (const ids of inBatches(volunteerIds)) {
    const rows = await readRows(db, ids)
    const times = await readTimes(db, ids)
    const carts = await readCarts(db, ids)
    for (const id of ids) {
      const row = rows.get(id)
      if (!row) continue
      volunteers.push({
        ...toReportVolunteer(row),
        circuit: row.circuit,
        congregation: row.congregation,
        language: row.language,
        availability: times.get(id) ?? [],
        cartLocations: carts.get(id) ?? [],
        isBySound: idsBySound.has(id),
      })
    }
  }
  return volunteers
}

async function readRows(db: ScopedDb, ids: readonly string[]) {
  const rows = await db
    .selectFrom('volunteers')
    .leftJoin('circuits', 'circuits.id', 'volunteers.circuitId')
    .leftJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .select(volunteerColumns)
    .select(['circuits.name as circuit', 'congregations.name as congregation', 'language'])
    .where('volunteers.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function readTimes(db: ScopedDb, ids: readonly string[]) {
  const rows = await db
    .selectFrom('availability_schedules')
    .select(['volunteerId', 'dayOfWeek as day', 'timeSlot'])
    .where('isAvailable', '=', 1)
    .where('volunteerId', 'in', ids)
    .execute()
  return groupByVolunteer(rows, ({ day, timeSlot }) => ({ day, timeSlot }))
}

async function readCarts(db: ScopedDb, ids: readonly string[]) {
  const rows = await db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('cart_locations', 'cart_locations.id', 'volunteer_cart_assignments.locationId')
    .select(['volunteerId', 'cart_locations.name'])
    .where('volunteerId', 'in', ids)
    .orderBy('cart_locations.name')
    .execute()
  return groupByVolunteer(rows, ({ name }) => name)
}
