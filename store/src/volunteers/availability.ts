import { days } from '@dashboard/contract/days'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { Db } from '../database/open-database.ts'

/** Volunteers whose availability is counted; everybody if left out. */
export type AvailabilityScope = { circuitId: string } | { congregationId: string }

export interface Availability {
  /** In the order of the day. */
  timeSlots: string[]
  /** Volunteers by day (Monday first), then by time slot. */
  counts: number[][]
}

/**
 * Returns how many volunteers can serve on each day in each time slot: those who are available and have that slot.
 * Board and reports all show this count.
 */
export async function countAvailability(db: Db, scope?: AvailabilityScope): Promise<Availability> {
  const rows = await db
    .selectFrom('availability_schedules')
    .innerJoin('volunteers', 'volunteers.id', 'availability_schedules.volunteerId')
    .select((select) => [
      'dayOfWeek',
      'timeSlot',
      // A slot that only unavailable volunteers have is included, with 0.
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
