import type { SheetPerson } from '../1-read/row-mapping.ts'
import { personKey } from '../person-key.ts'
import type { KnownVolunteer, Namesakes } from './known-volunteers.ts'

/**
 * Finds who of the volunteers that are there a row of the sheet is about
 * (docs/sheet-format.md#matching): by Locust ID, else by name, congregation and circuit. Someone whose
 * Locust ID has been added or removed keeps the id; no volunteer is matched twice.
 */
export interface VolunteerMatcher {
  /** Reads what matching these needs; call it before. */
  prepare(people: readonly SheetPerson[]): Promise<void>
  /**
   * Asked once for each row, in the order of the sheet. `new` is nobody that is there; `later` cannot be said
   * until all rows have been asked for, since the volunteer may turn out to be that of a Locust ID further down.
   */
  match(person: SheetPerson): KnownVolunteer | 'new' | 'later'
  /** For the rows of `later`, in the order of the sheet, once all others have been matched. */
  matchLate(person: SheetPerson): KnownVolunteer | 'new'
}

const nobody: Namesakes = new Map()

/** `namesakesOf` reads who has a Locust ID, or has none, by name; it is asked when it is needed first. */
export function createMatcher(
  known: readonly KnownVolunteer[],
  namesakesOf: (hasLocustId: boolean) => Promise<Namesakes>,
): VolunteerMatcher {
  const byLocustId = new Map<string, KnownVolunteer>()
  for (const volunteer of known) {
    if (volunteer.locustId !== null) byLocustId.set(volunteer.locustId, volunteer)
  }
  let without = byLocustId.size === known.length ? nobody : undefined
  let withId = byLocustId.size === 0 ? nobody : undefined
  const takeFree = (namesakes: Namesakes | undefined, person: SheetPerson) => {
    if (!namesakes?.size) return undefined
    return keep(namesakes.get(personKey(person))?.find(({ isKept }) => !isKept))
  }
  return {
    async prepare(people) {
      without ??= await namesakesOf(false)
      if (people.some(({ locustId }) => locustId === null)) withId ??= await namesakesOf(true)
    },
    match(person) {
      const { locustId } = person
      const same = locustId === null ? undefined : keep(byLocustId.get(locustId))
      const volunteer = same ?? takeFree(without, person)
      if (volunteer) return volunteer
      // A Locust ID that is new is a new volunteer, also with the same name.
      return locustId === null && withId?.has(personKey(person)) ? 'later' : 'new'
    },
    matchLate: (person) => takeFree(withId, person) ?? 'new',
  }
}

function keep(volunteer: KnownVolunteer | undefined): KnownVolunteer | undefined {
  if (volunteer) volunteer.isKept = true
  return volunteer
}
