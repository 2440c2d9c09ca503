import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import type { VolunteerList } from '@dashboard/store/volunteers/volunteer-lists'
import type { ListedReportVolunteer } from './report-data.ts'
import {
  readAvailability,
  readCartLocations,
  toReportVolunteer,
  volunteerColumns,
} from './volunteer-queries.ts'

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
    const times = await readAvailability(db, { ids })
    const carts = await readCartLocations(db, { ids })
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
