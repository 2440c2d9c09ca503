import type { Db } from '@dashboard/store/database/open-database'
import { nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import { type Contact, compareContacts, likenesses } from '@dashboard/store/volunteers/same-person'
import type { SheetRow } from '../reading/read-sheet.ts'
import type { SheetPerson } from '../reading/row-mapping.ts'
import { type KnownVolunteer, type Namesakes, readVolunteerRows } from './existing-data.ts'

/**
 * What a row matches: an existing volunteer, none (`new`), or not known yet (`later`): the volunteers of that name may
 * match other rows, so all rows have to be matched first.
 */
export type Match = KnownVolunteer | 'new' | 'later'

/** A row of the sheet with its match; a skipped row has none. */
export interface MatchedRow extends SheetRow {
  match?: Match
}

/** A `later` row, with all of its values read. */
export interface LateRow {
  volunteer: SheetPerson & Contact
}

const nobody: Namesakes = {
  here: new Map(),
  anywhere: new Map(),
}

/**
 * Finds the existing volunteer that a row of the sheet matches (docs/sheet-format.md#matching): by Locust ID, else by
 * name, congregation and circuit, and by telephone and e-mail where several people have these. Volunteers whose Locust ID
 * was added or removed keep their database id; no volunteer is matched twice.
 */
export class VolunteerMatcher {
  readonly #byLocustId = new Map<string, KnownVolunteer>()
  readonly #readNamesakes: (hasLocustId: boolean) => Promise<Namesakes>
  /** Volunteers without a Locust ID, and those with one; read at their first use. */
  #without: Namesakes | undefined
  #withId: Namesakes | undefined

  /** `readNamesakes` reads the volunteers with a Locust ID, or those without, keyed by name. */
  constructor(
    known: readonly KnownVolunteer[],
    readNamesakes: (hasLocustId: boolean) => Promise<Namesakes>,
  ) {
    this.#readNamesakes = readNamesakes
    for (const volunteer of known) {
      if (volunteer.locustId !== null) this.#byLocustId.set(volunteer.locustId, volunteer)
    }
    if (this.#byLocustId.size === known.length) this.#without = nobody
    if (this.#byLocustId.size === 0) this.#withId = nobody
  }

  /** Matches all rows, in the order of the sheet; call it only once. */
  async matchRows(rows: readonly SheetRow[]): Promise<MatchedRow[]> {
    const people = rows.flatMap(({ entry }) => entry?.person ?? [])
    this.#without ??= await this.#readNamesakes(false)
    if (people.some(({ locustId }) => locustId === null)) {
      this.#withId ??= await this.#readNamesakes(true)
    }
    return rows.map((row) => (row.entry ? { ...row, match: this.#match(row.entry.person) } : row))
  }

  #match(person: SheetPerson): Match {
    const same = person.locustId === null ? undefined : this.#byLocustId.get(person.locustId)
    const volunteer = keep(same) ?? this.#takeWithoutId(person)
    if (volunteer) return volunteer
    return this.findFreeNamesakes(person).length > 0 ? 'later' : 'new'
  }

  #takeWithoutId(person: SheetPerson): KnownVolunteer | undefined {
    if (!this.#without?.here.size) return undefined
    const namesakes = this.#without.here.get(personKey(person)) ?? []
    // Which of several it is, their contacts tell.
    return namesakes.length > 1 ? undefined : keep(namesakes.find(isFree))
  }

  /**
   * Returns unmatched volunteers with the name and place of a `later` row; if there are several, `matchLate` compares
   * their contacts.
   */
  findFreeHere(person: SheetPerson): KnownVolunteer[] {
    const sources = person.locustId === null ? [this.#without, this.#withId] : [this.#without]
    const found = sources.filter((source) => source?.here.size)
    if (found.length === 0) return []
    const key = personKey(person)
    return found.flatMap((source) => source?.here.get(key) ?? []).filter(isFree)
  }

  /** Returns unmatched volunteers of that name in any place. */
  findFreeNamesakes(person: SheetPerson): KnownVolunteer[] {
    // Two Locust IDs are two people, even with the same name.
    const sources = person.locustId === null ? [this.#without, this.#withId] : [this.#without]
    const found = sources.filter((source) => source?.anywhere.size)
    if (found.length === 0) return []
    const key = nameKey(person)
    return found.flatMap((source) => source?.anywhere.get(key) ?? []).filter(isFree)
  }

  /**
   * Matches the `later` rows after all others have been matched. Of several volunteers with a row's name and place, one
   * with the same phone number or e-mail address is taken, then one that has none to compare, then the first by Locust
   * ID: certain matches come first, wherever their rows are.
   */
  matchLate(
    people: readonly (SheetPerson & Contact)[],
    contacts: ReadonlyMap<string, Contact>,
  ): (KnownVolunteer | 'new')[] {
    const found = new Map<number, KnownVolunteer>()
    for (const likeness of likenesses) {
      for (const [index, person] of people.entries()) {
        if (found.has(index)) continue
        const [best] = this.findFreeHere(person)
          .filter(({ id }) => compareContacts(person, contacts.get(id)) === likeness)
          // Does not sort by id: ids are random and differ between databases.
          .toSorted((one, other) => (String(one.locustId) < String(other.locustId) ? -1 : 1))
        const volunteer = keep(best)
        if (volunteer) found.set(index, volunteer)
      }
    }
    return people.map((_, index) => found.get(index) ?? 'new')
  }
}

function isFree({ isKept }: KnownVolunteer): boolean {
  return !isKept
}

function keep(volunteer: KnownVolunteer | undefined): KnownVolunteer | undefined {
  if (volunteer) volunteer.isKept = true
  return volunteer
}

/** Volunteers that match the `later` rows, in their order. */
export interface LateMatches<Row> {
  rows: { row: Row; id: string | undefined; isDoubtful: boolean }[]
  /** Volunteers who leave, but may be the same person as a new one. */
  doubtfulIds: ReadonlySet<string>
}

/** Matches the rows that could not be matched as they were read, including people who have moved. */
export async function matchLateRows<Row extends LateRow>(
  db: Db,
  matcher: VolunteerMatcher,
  known: readonly KnownVolunteer[],
  late: readonly Row[],
): Promise<LateMatches<Row>> {
  const namesakes = late.map((row) => matcher.findFreeHere(row.volunteer))
  const several = namesakes.filter(({ length }) => length > 1).flat()
  const contacts = await readContacts(
    db,
    several.map(({ id }) => id),
  )
  const matches = matcher.matchLate(
    late.map(({ volunteer }) => volunteer),
    contacts,
  )
  const rows = late.map((row, index) => ({ row, match: matches[index] ?? 'new' }))
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
  return {
    rows: rows.map(({ row, match }) => ({
      row,
      id: match === 'new' ? moved.get(row) : match.id,
      isDoubtful: doubtful.has(row),
    })),
    doubtfulIds: moves.doubtfulIds,
  }
}

/** Volunteers read at a time, of whom only a few fields stay in memory. */
const volunteersPerRead = 500

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

/** A row that matches nobody at its place, and the unmatched volunteers of the same name. */
interface Mover extends LateRow {
  candidates: readonly string[]
}

interface Moves<M extends Mover> {
  /** The volunteer of each row that has certainly moved. */
  found: Map<M, string>
  /** Rows and volunteers that may be the same person; they are treated as two. */
  doubtfulRows: Set<M>
  doubtfulIds: Set<string>
}

/**
 * Finds people who have moved without a Locust ID to prove it: a volunteer who is missing at the former place, and a
 * row elsewhere with the same name and the same phone number or e-mail address (docs/sheet-format.md#matching). A match
 * counts only if it is unique on both sides.
 */
function findMoves<M extends Mover>(
  movers: readonly M[],
  contacts: ReadonlyMap<string, Contact>,
): Moves<M> {
  const verdicts = movers.map((mover) => ({
    mover,
    same: mover.candidates.filter(
      (id) => compareContacts(mover.volunteer, contacts.get(id)) === 'same',
    ),
  }))
  const claims = new Map<string, number>()
  for (const { same } of verdicts) for (const id of same) claims.set(id, (claims.get(id) ?? 0) + 1)
  const found = new Map<M, string>()
  for (const { mover, same } of verdicts) {
    const [only] = same
    if (only !== undefined && same.length === 1 && claims.get(only) === 1) found.set(mover, only)
  }
  const taken = new Set(found.values())
  const doubtfulRows = new Set<M>()
  const doubtfulIds = new Set<string>()
  for (const mover of movers) {
    if (found.has(mover)) continue
    for (const id of mover.candidates) {
      if (taken.has(id) || compareContacts(mover.volunteer, contacts.get(id)) === 'another')
        continue
      doubtfulRows.add(mover)
      doubtfulIds.add(id)
    }
  }
  return { found, doubtfulRows, doubtfulIds }
}
