import type { Db } from '@dashboard/store/database/open-database'
import { nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import { sql } from 'kysely'
import { type ExistingPlaces, readVolunteers, type VolunteerRow } from './existing-data.ts'

/** What an import keeps in memory of every volunteer that is there: little, since there may be 100,000. */
export interface KnownVolunteer {
  readonly id: string
  readonly locustId: string | null
  readonly circuitId: string | null
  readonly congregationId: string | null
  readonly updatedAt: string
  readonly rowHash: string | null
  /** Whether a row of the sheet is about this volunteer; who has none goes. */
  isKept: boolean
}

/** Volunteers by what they are called, each list in the order of ids. */
export interface Namesakes {
  /** By name, congregation and circuit (`personKey`). */
  here: ReadonlyMap<string, KnownVolunteer[]>
  /** By name alone (`nameKey`). */
  anywhere: ReadonlyMap<string, KnownVolunteer[]>
}

/** All volunteers, in the order of their ids. */
export async function readKnownVolunteers(db: Db): Promise<KnownVolunteer[]> {
  const columns = ['id', 'locustId', 'circuitId', 'congregationId', 'updatedAt', 'rowHash'] as const
  const known: KnownVolunteer[] = []
  // The database gives every row texts of its own; thousands have the same circuit and the same time.
  const same = new Map<string, string>()
  const shared = (text: string): string => {
    if (!same.has(text)) same.set(text, text)
    return same.get(text) ?? text
  }
  for await (const rows of readVolunteers<KnownVolunteer & VolunteerRow>(db, columns)) {
    for (const { id, locustId, circuitId, congregationId, updatedAt, rowHash } of rows) {
      known.push({
        id,
        locustId,
        circuitId: circuitId === null ? null : shared(circuitId),
        congregationId: congregationId === null ? null : shared(congregationId),
        updatedAt: shared(updatedAt),
        rowHash,
        isKept: false,
      })
    }
  }
  return known
}

/** Who of `known` is called what and where, of those with a Locust ID or of those without. */
export async function readNamesakes(
  db: Db,
  { circuits, congregations }: Pick<ExistingPlaces, 'circuits' | 'congregations'>,
  known: readonly KnownVolunteer[],
  hasLocustId: boolean,
): Promise<Namesakes> {
  const here = new Map<string, KnownVolunteer[]>()
  const anywhere = new Map<string, KnownVolunteer[]>()
  const sought = known.filter(({ locustId }) => (locustId !== null) === hasLocustId)
  if (sought.length === 0) return { here, anywhere }
  const byId = new Map(sought.map((volunteer) => [volunteer.id, volunteer]))
  const circuitNames = new Map(circuits.map(({ id, name }) => [id, name]))
  const congregationNames = new Map(congregations.map(({ id, name }) => [id, name]))
  const columns = ['id', 'firstName', 'lastName', 'circuitId', 'congregationId'] as const
  const condition = hasLocustId ? sql`"locustId" is not null` : sql`"locustId" is null`
  for await (const rows of readVolunteers<VolunteerRow>(db, columns, condition)) {
    for (const { id, firstName, lastName, circuitId, congregationId } of rows) {
      const volunteer = byId.get(id)
      if (!volunteer) continue
      const circuit = circuitNames.get(circuitId ?? '') ?? ''
      const congregation = congregationNames.get(congregationId ?? '') ?? ''
      addTo(here, personKey({ firstName, lastName, circuit, congregation }), volunteer)
      addTo(anywhere, nameKey({ firstName, lastName }), volunteer)
    }
  }
  return { here, anywhere }
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
