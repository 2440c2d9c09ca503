import { nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import type { SheetPerson } from '../1-read/row-mapping.ts'
import { type Contact, compareContacts } from './compare-contacts.ts'
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
   * until all rows have been asked for, since somebody with that name may turn out to be free.
   */
  match(person: SheetPerson): KnownVolunteer | 'new' | 'later'
  /** Who a row of `later` may be about by name and place; of more than one `matchLate` needs the contacts. */
  findFreeHere(person: SheetPerson): KnownVolunteer[]
  /**
   * For the rows of `later`, in the order of the sheet, once all others have been matched. Of several with that
   * name and place it is who has the same phone number or e-mail address, else the first by Locust ID.
   */
  matchLate(
    person: SheetPerson & Contact,
    contacts: ReadonlyMap<string, Contact>,
  ): KnownVolunteer | 'new'
  /** Who of that name is free, wherever: for rows that nobody was found for (match-moves.ts). */
  findFreeNamesakes(person: SheetPerson): KnownVolunteer[]
}

const nobody: Namesakes = { here: new Map(), anywhere: new Map() }

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
  const takeWithoutId = (person: SheetPerson) => {
    if (!without?.here.size) return undefined
    return keep(without.here.get(personKey(person))?.find(isFree))
  }
  const findFreeHere = (person: SheetPerson) => {
    if (person.locustId !== null || !withId?.here.size) return []
    return (withId.here.get(personKey(person)) ?? []).filter(isFree)
  }
  const findFreeNamesakes = (person: SheetPerson) => {
    // Two Locust IDs are two people, whatever they are called.
    const sources = person.locustId === null ? [without, withId] : [without]
    const found = sources.filter((source) => source?.anywhere.size)
    if (found.length === 0) return []
    const key = nameKey(person)
    return found.flatMap((source) => source?.anywhere.get(key) ?? []).filter(isFree)
  }
  return {
    async prepare(people) {
      without ??= await namesakesOf(false)
      if (people.some(({ locustId }) => locustId === null)) withId ??= await namesakesOf(true)
    },
    match(person) {
      const { locustId } = person
      const same = locustId === null ? undefined : keep(byLocustId.get(locustId))
      const volunteer = same ?? takeWithoutId(person)
      if (volunteer) return volunteer
      return findFreeNamesakes(person).length > 0 ? 'later' : 'new'
    },
    findFreeHere,
    matchLate(person, contacts) {
      const [best] = findFreeHere(person).toSorted(
        (one, other) =>
          likeness(person, contacts.get(one.id)) - likeness(person, contacts.get(other.id)) ||
          // Not by the id, which is of no order and another in every database.
          (String(one.locustId) < String(other.locustId) ? -1 : 1),
      )
      return keep(best) ?? 'new'
    },
    findFreeNamesakes,
  }
}

const likenesses = ['same', 'unknown', 'another'] as const

/** The lower, the more likely it is the same person. */
function likeness(person: Contact, known: Contact | undefined): number {
  return likenesses.indexOf(compareContacts(person, known))
}

function isFree({ isKept }: KnownVolunteer): boolean {
  return !isKept
}

function keep(volunteer: KnownVolunteer | undefined): KnownVolunteer | undefined {
  if (volunteer) volunteer.isKept = true
  return volunteer
}
