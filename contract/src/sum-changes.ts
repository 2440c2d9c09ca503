import { isAudited } from './audited-values.ts'
import type { FieldChange, ImportChange, ImportListEntry } from './imports.ts'

/** More changes are not added up: the list would be no help. */
export const maxSummedChanges = 10_000

/**
 * Returns the import since which Dashboard and weekly mail say what has changed: the last one that was completed by then,
 * or else the oldest of these, which are the newest first; not the newest itself.
 */
export function importBefore<Entry extends Pick<ImportListEntry, 'completedAt' | 'hasDetails'>>(
  completed: readonly Entry[],
  atMs: number,
): Entry | undefined {
  const earlier = completed.slice(1).filter(({ hasDetails }) => hasDetails)
  return earlier.find(({ completedAt }) => Date.parse(completedAt ?? '') <= atMs) ?? earlier.at(-1)
}

export interface ChangeSum {
  /** Each person once, in the order in which they are first named. */
  changes: ImportChange[]
  /** How many left and have come back to their place; their values before are not stored. */
  returned: number
}

/**
 * Returns what several imports, the oldest first, have changed together: each person once, with the places and values
 * before the first and after the last of them. People who are unchanged, or came and left again, are left out.
 */
export function sumChanges(changes: readonly ImportChange[]): ChangeSum {
  const people = new Map<string, Summed>()
  const ids = new Map<string, string>()
  const gone = new Map<string, string>()
  for (const change of changes) {
    const { volunteerId, locustId, kind } = change
    // Somebody who left and has come back has another id.
    const back = kind === 'new' ? gone.get(nameAndPlace(change)) : undefined
    const id = ids.get(volunteerId) ?? ids.get(`Locust ${locustId}`) ?? back ?? volunteerId
    const person = people.get(id)
    people.set(id, person ? addTo(person, change) : begin(change))
    ids.set(volunteerId, id)
    if (locustId !== null) ids.set(`Locust ${locustId}`, id)
    if (kind === 'left') gone.set(nameAndPlace(change), id)
    else if (back !== undefined) gone.delete(nameAndPlace(change))
  }
  const all = [...people.values()]
  return {
    changes: all.flatMap((person) => outcomeOf(person) ?? []),
    returned: all.filter((person) => person.wasAway && outcomeOf(person) === undefined).length,
  }
}

function nameAndPlace({ name, from, to }: ImportChange): string {
  const place = to ?? from
  return JSON.stringify([name, place?.circuit, place?.congregation])
}

interface Summed {
  first: ImportChange
  last: ImportChange
  fields: ReadonlyMap<string, FieldChange>
  /** The person left in between: the earlier values are not stored. */
  wasAway: boolean
}

function begin(change: ImportChange): Summed {
  return { first: change, last: change, fields: mapOf(change.fields), wasAway: false }
}

function addTo({ first, last, fields, wasAway }: Summed, change: ImportChange): Summed {
  const added = new Map(fields)
  for (const { field, before, after } of change.fields) {
    const known = fields.get(field)
    added.set(field, { field, before: known ? known.before : before, after })
  }
  const isBack = last.kind === 'left' && change.kind === 'new'
  return {
    first,
    last: change,
    fields: isBack ? new Map() : added,
    wasAway: wasAway || isBack,
  }
}

function mapOf(fields: readonly FieldChange[]): Map<string, FieldChange> {
  return new Map(fields.map((each) => [each.field, each]))
}

function outcomeOf({ first, last, fields }: Summed): ImportChange | undefined {
  const wasThere = first.kind !== 'new'
  const isThere = last.kind !== 'left'
  if (!wasThere && !isThere) return undefined
  const { from } = first
  const { to } = last
  if (!wasThere) return { ...last, kind: 'new', from: null, fields: [...fields.values()] }
  if (!isThere) return { ...last, kind: 'left', from, fields: [] }
  // Audited values are withheld, so that they look alike before and after; they were changed at least once.
  const changed = [...fields.values()].filter(
    ({ field, before, after }) => before !== after || (before !== null && isAudited(field)),
  )
  const hasMoved = from?.circuit !== to?.circuit || from?.congregation !== to?.congregation
  if (!hasMoved && changed.length === 0) return undefined
  return { ...last, kind: hasMoved ? 'moved' : 'changed', from, fields: changed }
}
