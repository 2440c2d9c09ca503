import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import type { VolunteerList } from '@dashboard/store/volunteers/volunteer-lists'
import type { ListedReportVolunteer } from './report-data.ts'
import { readVolunteers } from './volunteer-queries.ts'

/**
 * Returns the volunteers of a list in its order. Volunteers who have left the data or the user's circuits since the
 * request are left out.
 */
export async function readListedVolunteers(
  db: ScopedDb,
  { volunteerIds, bySoundFrom }: Pick<VolunteerList, 'volunteerIds' | 'bySoundFrom'>,
): Promise<ListedReportVolunteer[]> {
  const found: Awaited<ReturnType<typeof readVolunteers>> = []
  for (const ids of inBatches(volunteerIds)) found.push(...(await readVolunteers(db, { ids })))
  const byId = new Map(found.map((volunteer) => [volunteer.id, volunteer]))
  const idsBySound = new Set(volunteerIds.slice(bySoundFrom))
  return volunteerIds.flatMap((id) => {
    const volunteer = byId.get(id)
    return volunteer ? { ...volunteer, isBySound: idsBySound.has(id) } : []
  })
}
