import type { Db } from '../database/open-database.ts'

/** Selects how many volunteers there are, and how many of them are trained and available. */
export function selectVolunteerCounts(db: Db) {
  return db
    .selectFrom('volunteers')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('volunteers'),
      fn.coalesce(fn.sum<number>('trained'), lit(0)).as('trained'),
      fn.coalesce(fn.sum<number>('available'), lit(0)).as('available'),
    ])
}
