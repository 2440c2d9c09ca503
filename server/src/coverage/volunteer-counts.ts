import type { CongregationCoverage } from '@dashboard/contract/coverage'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'

type VolunteerCounts = Pick<CongregationCoverage, 'volunteers' | 'trained' | 'available'>

export const noVolunteers: VolunteerCounts = { volunteers: 0, trained: 0, available: 0 }

/** Selects how many volunteers there are, and how many of them are trained and available. */
export function selectVolunteerCounts(db: ScopedDb) {
  return db
    .selectFrom('volunteers')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('volunteers'),
      fn.coalesce(fn.sum<number>('trained'), lit(0)).as('trained'),
      fn.coalesce(fn.sum<number>('available'), lit(0)).as('available'),
    ])
}
