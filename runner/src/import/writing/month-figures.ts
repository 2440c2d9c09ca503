import { localDay } from '@dashboard/contract/local-time'
import type { Db } from '@dashboard/store/database/open-database'
import { selectVolunteerCounts } from '@dashboard/store/volunteers/volunteer-counts'
import { sql } from 'kysely'

const keptYears = 20

/**
 * Counts the volunteers of each circuit and congregation for the month of the import, in place of an earlier import of
 * the month, and removes months older than 20 years. Call it in the import's transaction, after its changes.
 */
export async function recordMonth(tx: Db, at: string): Promise<void> {
  const month = localDay(at).slice(0, 7)
  const expired = `${Number(month.slice(0, 4)) - keptYears}${month.slice(4)}`
  await tx
    .deleteFrom('month_figures')
    .where((where) => where.or([where('month', '=', month), where('month', '<=', expired)]))
    .execute()
  const counts = selectVolunteerCounts(tx)
    .select(({ fn }) => fn.sum<number>(sql`trained * available`).as('trainedAndAvailable'))
    .innerJoin('circuits', 'circuits.id', 'volunteers.circuitId')
    .select(['circuits.name as circuit', sql.lit(month).as('month')])
    .groupBy('circuits.name')
  const ofCircuits = counts
    .select([
      sql.lit('').as('congregation'),
      sql<string>`${sql.lit(month)} || circuits.id`.as('id'),
    ])
    .groupBy('circuits.id')
  const ofCongregations = counts
    .innerJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .select([
      'congregations.name as congregation',
      sql<string>`${sql.lit(month)} || congregations.id`.as('id'),
    ])
    .groupBy(['congregations.id', 'congregations.name'])
  for (const rows of [ofCircuits, ofCongregations]) {
    await tx
      .insertInto('month_figures')
      .columns([
        ...(['volunteers', 'trained', 'available', 'trainedAndAvailable'] as const),
        ...(['circuit', 'month', 'congregation', 'id'] as const),
      ])
      .expression(rows)
      .execute()
  }
}
