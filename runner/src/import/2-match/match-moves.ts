import { type Contact, compareContacts } from './compare-contacts.ts'

/**
 * Who has moved without a Locust ID that says so: a volunteer whom the sheet no longer has where they were, and a
 * row of the same name elsewhere with the same phone number or e-mail address (docs/sheet-format.md#matching).
 */

/** A row that nobody was found for, and who is free of the same name. */
export interface Mover {
  volunteer: Contact
  candidates: readonly string[]
}

export interface Moves<M extends Mover> {
  /** The volunteer of each row that has moved for certain. */
  found: Map<M, string>
  /** Rows, and volunteers, that may be the same person as one another; they are treated as two. */
  doubtfulRows: Set<M>
  doubtfulIds: Set<string>
}

/** A match counts only where it is the only one on both sides. */
export function findMoves<M extends Mover>(
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
