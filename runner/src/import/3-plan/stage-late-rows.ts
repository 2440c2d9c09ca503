import type { Db } from '@dashboard/store/database/open-database'
import type { Contact } from '../2-match/compare-contacts.ts'
import { readVolunteerRows } from '../2-match/existing-data.ts'
import type { KnownVolunteer } from '../2-match/known-volunteers.ts'
import { findMoves } from '../2-match/match-moves.ts'
import type { VolunteerMatcher } from '../2-match/match-volunteers.ts'
import type { WantedVolunteer } from './plan-volunteers.ts'

/** A row of which it is said once all others are matched whose it is. */
export type LateRow = Omit<WantedVolunteer, 'id'>

interface Comparison {
  add(wanted: WantedVolunteer): void
  finishFull(): Promise<void>
}

/** Volunteers read at a time, of whom little is kept. */
const volunteersPerRead = 500

/**
 * Finds who the rows are about that could not be matched as they came, and hands them on in the order of the
 * sheet. Answers the ids of volunteers who leave and may be somebody who is new.
 */
export async function matchLateRows(
  { db, matcher, known }: { db: Db; matcher: VolunteerMatcher; known: readonly KnownVolunteer[] },
  late: readonly LateRow[],
  comparison: Comparison,
): Promise<Set<string>> {
  const namesakes = late.map((row) => matcher.findFreeHere(row.volunteer))
  const several = namesakes.filter(({ length }) => length > 1).flat()
  const contacts = await readContacts(
    db,
    several.map(({ id }) => id),
  )
  const rows = late.map((row) => ({ row, match: matcher.matchLate(row.volunteer, contacts) }))
  const movers = rows
    .filter(({ match }) => match === 'new')
    .map(({ row }) => ({
      row,
      volunteer: row.volunteer,
      candidates: matcher.findFreeNamesakes(row.volunteer).map(({ id }) => id),
    }))
    .filter(({ candidates }) => candidates.length > 0)
  const sought = movers.flatMap(({ candidates }) => candidates)
  const moves = findMoves(movers, await readContacts(db, sought))
  const moved = new Map([...moves.found].map(([{ row }, id]) => [row, id]))
  const doubtful = new Set([...moves.doubtfulRows].map(({ row }) => row))
  const ids = new Set(moved.values())
  if (ids.size > 0) for (const volunteer of known) volunteer.isKept ||= ids.has(volunteer.id)
  for (const { row, match } of rows) {
    const id = match === 'new' ? moved.get(row) : match.id
    comparison.add({ ...row, id, isDoubtful: doubtful.has(row) })
    await comparison.finishFull()
  }
  return moves.doubtfulIds
}

async function readContacts(db: Db, volunteers: readonly string[]): Promise<Map<string, Contact>> {
  const ids = [...new Set(volunteers)]
  const contacts = new Map<string, Contact>()
  for (let start = 0; start < ids.length; start += volunteersPerRead) {
    const rows = await readVolunteerRows(db, ids.slice(start, start + volunteersPerRead))
    for (const { id, mobilePhone, emailAddress } of rows.values()) {
      contacts.set(id, { mobilePhone, emailAddress })
    }
  }
  return contacts
}
