import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import type { CalledRow } from './called-people.ts'

/** Older answers no longer count as having been asked. */
const rememberedMs = 2 * 365 * 24 * 60 * 60_000

/** How calls ended, with the lists they were made for; all rows of the last two years. */
export async function readOutcomes(db: ScopedDb) {
  const rows = await db
    .selectFrom('call_outcomes')
    .innerJoin('call_lists', 'call_lists.id', 'call_outcomes.listId')
    .leftJoin('volunteers', 'volunteers.id', 'call_outcomes.volunteerId')
    .selectAll('call_outcomes')
    .select(['day', 'timeSlot', 'volunteers.id as present'])
    .where('at', '>', new Date(Date.now() - rememberedMs).toISOString())
    .orderBy('at')
    .orderBy('call_outcomes.id')
    .execute()
  return rows.map(({ present, ...row }) => ({ ...row, isThere: present !== null }))
}

export type OutcomeRow = Awaited<ReturnType<typeof readOutcomes>>[number] & CalledRow
