import { dayMs } from '@dashboard/contract/duration'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { mayBeSameId } from '@dashboard/store/volunteers/person-key'

/** After this time a person no longer counts as having been asked. */
const lookBackMs = 2 * 365 * dayMs

interface Known {
  locustId: string | null
  personKey: string
}

/**
 * Returns a function that finds the rows of a volunteer. Imports keep the id of a volunteer whom they recognize. A
 * person who has left the sheet and come back has a new id, and is found as imports match: by Locust ID, else by name,
 * congregation and circuit (docs/call-lists.md#imports).
 */
export function rowsByPerson<Row extends Known & { volunteerId: string; isThere: boolean }>(
  rows: readonly Row[],
): (person: Known & { id: string }) => Row[] {
  const present = rows.filter(({ isThere }) => isThere)
  const departed = rows.filter(({ isThere }) => !isThere)
  const byId = Map.groupBy(present, (row) => row.volunteerId)
  const byLocustId = Map.groupBy(departed, (row) => row.locustId ?? '')
  const byKey = Map.groupBy(departed, (row) => row.personKey)
  return ({ id, locustId, personKey }) => {
    const ofLocustId = locustId === null ? [] : (byLocustId.get(locustId) ?? [])
    // Two Locust IDs are two people, even if they have the same name.
    const ofName = (byKey.get(personKey) ?? []).filter((row) => mayBeSameId(row.locustId, locustId))
    return [...new Set([...(byId.get(id) ?? []), ...ofLocustId, ...ofName])]
  }
}

/** Returns how calls ended, with the lists they were made for: those of some lists, or of the last two years. */
export async function readOutcomes(db: ScopedDb, listIds?: readonly string[]) {
  const since = new Date(Date.now() - lookBackMs).toISOString()
  const rows = await db
    .selectFrom('call_outcomes')
    .innerJoin('call_lists', 'call_lists.id', 'call_outcomes.listId')
    .leftJoin('volunteers', 'volunteers.id', 'call_outcomes.volunteerId')
    .selectAll('call_outcomes')
    .select(['day', 'timeSlot', 'volunteers.id as present'])
    .where((where) => (listIds ? where('listId', 'in', listIds) : where('at', '>', since)))
    .orderBy('at')
    .orderBy('call_outcomes.id')
    .execute()
  return rows.map(({ present, ...row }) => ({ ...row, isThere: present !== null }))
}

export type OutcomeRow = Awaited<ReturnType<typeof readOutcomes>>[number]
