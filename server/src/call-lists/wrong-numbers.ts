import type { WrongNumber } from '@dashboard/contract/call-lists'
import { compareTexts } from '@dashboard/contract/compare-names'
import { callListLimits } from '@dashboard/contract/limits'
import { readVersions } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { personKey } from '@dashboard/store/volunteers/person-key'
import { phoneKey } from '@dashboard/store/volunteers/same-person'
import { cacheNewest } from '../http/cache-newest.ts'
import { readOutcomes, rowsByPerson } from './called-people.ts'
import { selectPeople } from './place-people.ts'

/**
 * Returns the people whose number turned out to be wrong, so that it can be corrected in Locust. A note ends when an
 * import brings another number, or when the person picks up a later call (docs/call-lists.md#wrong-numbers).
 */
export async function readWrongNumbers(db: ScopedDb): Promise<WrongNumber[]> {
  const outcomes = (await readOutcomes(db)).filter(({ outcome }) => outcome !== 'no-answer')
  const wrong = outcomes.filter(({ outcome }) => outcome === 'wrong-number')
  const newest = wrong.slice(-callListLimits.wrongNumbers)
  if (newest.length === 0) return []
  const people = await selectPeople(db).execute()
  const rowsOf = rowsByPerson(outcomes)
  const found = people.flatMap((person) => {
    const { mobilePhone } = person
    const last = rowsOf({ ...person, personKey: personKey(person) }).at(-1)
    if (last?.outcome !== 'wrong-number' || mobilePhone === null) return []
    if (phoneKey(last.phone) !== phoneKey(mobilePhone)) return []
    return { ...person, volunteerId: person.id, mobilePhone, by: last.by, at: last.at }
  })
  return found.sort((one, other) => compareTexts(other.at, one.at))
}

/** Returns the ids of the volunteers in a scope whose number turned out to be wrong. */
export type ReadWrongNumberIds = (scope: Scope) => Promise<ReadonlySet<string>>

/** Reads the ids again only after a call or a volunteer has changed; each scope has its own. */
export function createWrongNumberIds(db: Db): ReadWrongNumberIds {
  const cached = cacheNewest<ReadonlySet<string>>()
  return async (scope) => {
    const versions = await readVersions(db, ['calls', 'volunteers'])
    return cached(scope.key, versions.join(' '), async () => {
      const wrong = await readWrongNumbers(within(db, scope))
      return new Set(wrong.map(({ volunteerId }) => volunteerId))
    })
  }
}
