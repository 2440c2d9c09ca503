import { type ListedVolunteer, VolunteerMark } from '@dashboard/contract/volunteers'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { fromStoredValues, volunteerFields } from '@dashboard/store/volunteers/volunteer-values'
import type { IndexedPerson } from './build-index.ts'
import { type Matches, ranks } from './rank-matches.ts'
import { marksWith } from './volunteer-filters.ts'
import type { ScopedPlaces } from './volunteer-places.ts'

export interface FoundVolunteers {
  places: ScopedPlaces
  matches: Matches
  wrongNumbers: ReadonlySet<string>
}

/** Returns these volunteers as a list shows them; a volunteer whom an import has just removed is left out. */
export async function readFound(
  db: ScopedDb,
  people: readonly IndexedPerson[],
  { places, matches, wrongNumbers }: FoundVolunteers,
): Promise<ListedVolunteer[]> {
  if (people.length === 0) return []
  const rows = await db
    .selectFrom('volunteers')
    .select(['id', ...volunteerFields])
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return people.flatMap((person) => {
    const row = byId.get(person.id)
    if (!row) return []
    const marks = marksWith(person, wrongNumbers)
    return {
      id: row.id,
      ...fromStoredValues(row),
      circuit: places.circuits[person.circuit] ?? null,
      congregation: places.congregations[person.congregation] ?? null,
      language: places.languages[person.congregation] ?? null,
      isBySound: matches.get(person) === ranks.sound,
      marks: VolunteerMark.options.filter((mark) => marks.includes(mark)),
    }
  })
}
