import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { Db } from '../database/open-database.ts'

/** Whose availability is counted; everybody's when left out. */
export type AvailabilityScope = { circuitId: string } | { congregationId: string }

export interface Availability {
  /** Through the day. */
  timeSlots: string[]
  /** Volunteers by day (Monday first), then by time slot. */
  counts: number[][]
}

/**
 * How many volunteers can serve on each day in each time slot: those who are available and have that slot. The board
 * and the reports show this count and no other.
 */
export async function countAvailability(db: Db, scope?: AvailabilityScope): Promise<Availability> {
  const rows = await db
    .selectFrom('availability_schedules')
    .innerJoin('volunteers', 'volunteers.id', 'availability_schedules.volunteerId')
    .select((select) => [
      'dayOfWeek',
      'timeSlot',
      // A slot that only people have who are not available is there as well, with 0.
      select.fn
        .count<number>(
          select
            .case()
            .when('volunteers.available', '=', 1)
            .then(select.ref('volunteerId'))
            .else(null)
            .end(),
        )
        .distinct()
        .as('volunteers'),
    ])
    .where('isAvailable', '=', 1)
    .$if(scope !== undefined, (query) => query.where((where) => where.and({ ...scope })))
    .groupBy(['dayOfWeek', 'timeSlot'])
    .execute()
  const timeSlots = [...new Set(rows.map((row) => row.timeSlot))].sort(compareTimeSlots)
  const counts = days.map((day) =>
    timeSlots.map(
      (slot) => rows.find((row) => row.dayOfWeek === day && row.timeSlot === slot)?.volunteers ?? 0,
    ),
  )
  return { timeSlots, counts }
}
