import { foldWords } from '@dashboard/contract/fold-text'
import type { Db } from '@dashboard/store/database/open-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { mayBeSameId, nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import {
  type Contact,
  compareContacts,
  type Similarity,
  similarities,
} from '@dashboard/store/volunteers/same-person'
import type { SheetRow } from '../reading/read-sheet.ts'
import type { NamedPerson, RowWarning, SheetPerson } from '../reading/row-mapping.ts'
import {
  type KnownVolunteer,
  type Namesakes,
  readVolunteerRows,
  spellingOf,
} from './existing-data.ts'

/**
 * What a row matches: an existing volunteer, none (`new`), or not known yet (`undecided`): the volunteers of that name
 * may match other rows, so all rows have to be matched first.
 */
export type Match = KnownVolunteer | 'new' | 'undecided'

/** A row of the sheet with its match; a skipped row has none. */
export interface MatchedRow extends SheetRow {
  match?: Match
}

/** An `undecided` row. */
export interface UndecidedRow {
  volunteer: SheetPerson & Contact
}

/**
 * Finds the existing volunteer that a row of the sheet matches (docs/sheet-format.md#matching): by Locust ID, else by
 * name, congregation and circuit, and by telephone and e-mail where several people have these. Volunteers whose Locust
 * ID was added or removed keep their database id; no volunteer is matched twice.
 */
export class VolunteerMatcher {
  readonly #byLocustId = new Map<string, KnownVolunteer>()
  readonly #namesakes: Namesakes
  /** Rows with a Locust ID, and those among them that name people who all have other IDs. */
  #withId = 0
  #withOtherId = 0

  constructor(known: readonly KnownVolunteer[], namesakes: Namesakes) {
    this.#namesakes = namesakes
    for (const volunteer of known) {
      if (volunteer.locustId !== null) this.#byLocustId.set(volunteer.locustId, volunteer)
    }
  }

  /** Matches all rows, in the order of the sheet; call it only once. */
  matchRows(rows: readonly SheetRow[]): MatchedRow[] {
    return rows.map((row) => {
      if (!row.entry) return row
      const { volunteer } = row.entry
      const match = this.#match(volunteer)
      const isOther = typeof match === 'object' && !sharesName(match, volunteer)
      return isOther
        ? { ...row, match, warnings: [...(row.warnings ?? []), otherName] }
        : { ...row, match }
    })
  }

  #match(person: SheetPerson): Match {
    const same = person.locustId === null ? undefined : this.#byLocustId.get(person.locustId)
    if (!same) this.#compareIds(person)
    if (person.locustId !== null) this.#withId += 1
    const volunteer = markMatched(same) ?? this.#takeWithoutId(person)
    if (volunteer) return volunteer
    return this.findFreeNamesakes(person).length > 0 ? 'undecided' : 'new'
  }

  /** Whether most Locust IDs of the sheet are new, although people of these names have others. */
  get hasOtherIds(): boolean {
    return this.#withOtherId > this.#withId / 2
  }

  #compareIds(person: SheetPerson): void {
    const anywhere = this.#namesakes.anywhere.get(nameKey(person)) ?? []
    const isOther = anywhere.length > 0 && anywhere.every((volunteer) => !mayBe(volunteer, person))
    if (isOther) this.#withOtherId += 1
  }

  #takeWithoutId(person: SheetPerson): KnownVolunteer | undefined {
    const here = this.#namesakes.here.get(personKey(person)) ?? []
    const [only, another] = here.filter(
      (volunteer) =>
        volunteer.locustId === null || (person.locustId !== null && mayBe(volunteer, person)),
    )
    // Contacts decide between several. A later row may be written exactly like this volunteer, and matches it then.
    const isSure = !another && only?.locustId === null && only.spelling === spellingOf(person)
    return isSure && isFree(only) ? markMatched(only) : undefined
  }

  /**
   * Whether two rows that name one person are two volunteers, stored exactly as the rows are written: a father and a
   * son who share a telephone, and are distinguished by an accent.
   */
  areStoredApart(one: NamedPerson, other: NamedPerson): boolean {
    const namesakes = this.#namesakes.anywhere.get(nameKey(one)) ?? []
    const find = (person: NamedPerson) =>
      namesakes.find(
        ({ locustId, spelling }) =>
          spelling === spellingOf(person) &&
          (person.locustId === null || person.locustId === locustId),
      )
    const [first, second] = [find(one), find(other)]
    return first !== undefined && second !== undefined && first !== second
  }

  /**
   * Returns unmatched volunteers with the name and place of an `undecided` row; if there are several, `matchUndecided`
   * compares their contacts.
   */
  findFreeHere(person: SheetPerson): KnownVolunteer[] {
    const here = this.#namesakes.here.get(personKey(person)) ?? []
    return here.filter((volunteer) => isFree(volunteer) && mayBe(volunteer, person))
  }

  /** Returns unmatched volunteers of that name in any place. */
  findFreeNamesakes(person: SheetPerson): KnownVolunteer[] {
    const anywhere = this.#namesakes.anywhere.get(nameKey(person)) ?? []
    return anywhere.filter((volunteer) => isFree(volunteer) && mayBe(volunteer, person))
  }

  /**
   * Matches the `undecided` rows after all others have been matched; returns `undefined` for those that match nobody.
   * Of several volunteers with a row's name and place, one with the same Locust ID, phone number or e-mail address is
   * taken, then one that has none to compare, then one whose name is written the same, then the first by Locust ID:
   * certain matches come first, wherever their rows are.
   */
  matchUndecided(
    people: readonly (SheetPerson & Contact)[],
    contacts: ReadonlyMap<string, Contact>,
  ): (KnownVolunteer | undefined)[] {
    const found = new Map<number, KnownVolunteer>()
    const steps = similarities.flatMap((similarity) => [
      { similarity, isSpelledAlike: true },
      { similarity, isSpelledAlike: false },
    ])
    for (const { similarity, isSpelledAlike } of steps) {
      for (const [index, person] of people.entries()) {
        if (found.has(index)) continue
        const spelling = spellingOf(person)
        const [best] = this.findFreeHere(person)
          .filter((volunteer) => (volunteer.spelling === spelling) === isSpelledAlike)
          .filter((volunteer) => similarityOf(person, volunteer, contacts) === similarity)
          // Does not sort by id: ids are random and differ between databases.
          .toSorted((one, other) => (String(one.locustId) < String(other.locustId) ? -1 : 1))
        const volunteer = markMatched(best)
        if (volunteer) found.set(index, volunteer)
      }
    }
    return people.map((_, index) => found.get(index))
  }
}

const otherName: RowWarning = {
  kind: 'person',
  column: 'Locust ID',
  reason: 'is that of somebody with another first and last name, who becomes this person',
}

/** Whether two names have a word in common, as after a marriage or where first and last name were exchanged. */
function sharesName({ spelling }: KnownVolunteer, person: NamedPerson): boolean {
  const words = foldWords(spelling)
  return foldWords(spellingOf(person)).some((word) => words.includes(word))
}

function mayBe({ locustId }: KnownVolunteer, person: SheetPerson): boolean {
  return mayBeSameId(locustId, person.locustId)
}

/** Returns how alike a row and a volunteer of its name are, who may be the same person. */
function similarityOf(
  person: SheetPerson & Contact,
  { id, locustId }: KnownVolunteer,
  contacts: ReadonlyMap<string, Contact>,
): Similarity {
  const hasSameId = locustId !== null && person.locustId !== null
  return hasSameId ? 'same' : compareContacts(person, contacts.get(id))
}

function isFree({ isMatched }: KnownVolunteer): boolean {
  return !isMatched
}

function markMatched(volunteer: KnownVolunteer | undefined): KnownVolunteer | undefined {
  if (volunteer) volunteer.isMatched = true
  return volunteer
}

/**
 * Matches the rows that could not be matched as they were read, including people who have moved. `doubtfulIds` are
 * volunteers who leave, but may be the same person as a new one.
 */
export async function matchUndecidedRows<Row extends UndecidedRow>(
  db: Db,
  matcher: VolunteerMatcher,
  undecided: readonly Row[],
) {
  const people = undecided.map(({ volunteer }) => volunteer)
  const namesakes = people.map((person) => matcher.findFreeHere(person))
  const several = namesakes.filter(({ length }) => length > 1).flat()
  const matches = matcher.matchUndecided(people, await readContacts(db, several))
  const movers = undecided.flatMap((row, index): Mover<Row>[] => {
    const candidates = matches[index] ? [] : matcher.findFreeNamesakes(row.volunteer)
    return candidates.length > 0 ? [{ row, candidates }] : []
  })
  const sought = movers.flatMap(({ candidates }) => candidates)
  const { moved, doubtfulRows, doubtfulIds } = findMoves(movers, await readContacts(db, sought))
  for (const volunteer of moved.values()) markMatched(volunteer)
  const rows = undecided.map((row, index) => ({
    row,
    known: matches[index] ?? moved.get(row),
    isDoubtful: doubtfulRows.has(row),
  }))
  return { rows, doubtfulIds }
}

/** Volunteers read at a time, of whom only a few fields stay in memory. */
const volunteersPerRead = 500

async function readContacts(
  db: Db,
  volunteers: readonly KnownVolunteer[],
): Promise<Map<string, Contact>> {
  const ids = [...new Set(volunteers.map(({ id }) => id))]
  const contacts = new Map<string, Contact>()
  for (const some of inBatches(ids, volunteersPerRead)) {
    const rows = await readVolunteerRows(db, some)
    for (const { id, mobilePhone, emailAddress } of rows.values()) {
      contacts.set(id, { mobilePhone, emailAddress })
    }
  }
  return contacts
}

/** A row that matches nobody at its place, and the unmatched volunteers of the same name. */
interface Mover<Row> {
  row: Row
  candidates: readonly KnownVolunteer[]
}

/**
 * Finds people who have moved without a Locust ID to prove it: a volunteer who is missing at the former place, and a
 * row elsewhere with the same name and the same phone number or e-mail address (docs/sheet-format.md#matching). A match
 * counts only if it is unique on both sides; doubtful rows and volunteers may be the same person, and are treated as
 * two.
 */
function findMoves<Row extends UndecidedRow>(
  movers: readonly Mover<Row>[],
  contacts: ReadonlyMap<string, Contact>,
) {
  const compare = ({ volunteer }: Row, candidate: KnownVolunteer) =>
    similarityOf(volunteer, candidate, contacts)
  const same = movers.map(({ row, candidates }) =>
    candidates.filter((candidate) => compare(row, candidate) === 'same'),
  )
  const claims = Map.groupBy(same.flat(), (volunteer) => volunteer)
  const moved = new Map<Row, KnownVolunteer>()
  for (const [index, { row }] of movers.entries()) {
    const [only, other] = same[index] ?? []
    if (only && !other && claims.get(only)?.length === 1) moved.set(row, only)
  }
  const taken = new Set(moved.values())
  const doubtfulRows = new Set<Row>()
  const doubtfulIds = new Set<string>()
  for (const { row, candidates } of movers) {
    if (moved.has(row)) continue
    for (const candidate of candidates) {
      if (taken.has(candidate) || compare(row, candidate) === 'another') continue
      doubtfulRows.add(row)
      doubtfulIds.add(candidate.id)
    }
  }
  return { moved, doubtfulRows, doubtfulIds }
}
