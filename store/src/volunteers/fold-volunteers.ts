import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'
import { upsertRows } from '../database/write-rows.ts'
import { foldText, foldVersion, sortKey } from './fold-text.ts'
import { memoize } from './memoized-texts.ts'
import { digitsOf } from './phone-digits.ts'
import { soundsOf } from './sound.ts'

const rowsPerBatch = 500

export interface FoldedSource {
  id: string
  firstName: string
  lastName: string
  mobilePhone: string | null
  emailAddress: string | null
  circuit: string | null
  congregation: string | null
}

/**
 * Writes the search rows of volunteers that have none, or one that another version has folded; returns how many. Runs
 * in the caller's transaction if there is one; otherwise each batch is a separate transaction
 * (docs/decisions/0030-volunteer-search.md).
 */
export async function foldVolunteers(db: Db, signal?: AbortSignal): Promise<number> {
  let folded = 0
  let last = ''
  for (;;) {
    signal?.throwIfAborted()
    const rows = await readUnfolded(db, last)
    if (rows.length > 0)
      await upsertRows(db, 'volunteer_search', rows.map(toSearchRow), {
        replaceBy: 'volunteerId',
        signal,
      })
    folded += rows.length
    last = rows.at(-1)?.id ?? ''
    if (rows.length < rowsPerBatch) break
  }
  if (folded > 0) await raiseVersion(db, 'volunteers')
  return folded
}

function readUnfolded(db: Db, after: string): Promise<FoldedSource[]> {
  return db
    .selectFrom('volunteers')
    .leftJoin('volunteer_search', 'volunteer_search.volunteerId', 'volunteers.id')
    .leftJoin('circuits', 'circuits.id', 'volunteers.circuitId')
    .leftJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .select([
      'volunteers.id',
      'firstName',
      'lastName',
      'mobilePhone',
      'emailAddress',
      'circuits.name as circuit',
      'congregations.name as congregation',
    ])
    .where('volunteers.id', '>', after)
    .where((where) =>
      where.or([where('foldVersion', 'is', null), where('foldVersion', '!=', foldVersion)]),
    )
    .orderBy('volunteers.id')
    .limit(rowsPerBatch)
    .execute()
}

export function toSearchRow(source: FoldedSource): Database['volunteer_search'] {
  const first = foldText(source.firstName)
  const last = foldText(source.lastName)
  const places = foldPlaces(`${source.congregation ?? ''} ${source.circuit ?? ''}`)
  return {
    volunteerId: source.id,
    names: ` ${[last, first, ...withoutBlanks(first, last)].join(' ')}`,
    others: ` ${foldText(source.emailAddress ?? '')} ${places}`,
    sounds: soundsOf(`${last} ${first} ${places}`),
    digits: digitsOf(source.mobilePhone ?? ''),
    nameKey: `${sortKey(last)}\t${sortKey(first)}`,
    foldVersion,
  }
}

/** Cached because many people share a congregation. */
const foldPlaces = memoize(foldText)

const writtenTogether = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Joins first and last name in either order: in scripts without blanks between names, people type them as one word. */
function withoutBlanks(first: string, last: string): string[] {
  const isTogether = writtenTogether.test(first) && writtenTogether.test(last)
  return isTogether ? [`${last}${first}`, `${first}${last}`] : []
}
