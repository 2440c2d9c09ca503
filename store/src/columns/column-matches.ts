import { createHash } from 'node:crypto'
import { ColumnMatch } from '@dashboard/contract/columns'
import { headerKey } from '@dashboard/contract/sheet-columns'
import { fromJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'

export interface KeptMatch {
  key: string
  name: string
  match: ColumnMatch
  updatedAt: string
}

/** Returns the key that a match is looked up by: the titles of a sheet that are not blank, ignoring order and case. */
export function titlesKey(titles: readonly string[]): string {
  const keys = titles.map(headerKey).filter((key) => key !== '')
  return createHash('sha256').update(keys.toSorted().join('\n')).digest('hex')
}

/** Returns all matches that administrators have kept, at most `columnMatchesMax`. */
export async function readColumnMatches(db: Db): Promise<KeptMatch[]> {
  const rows = await db
    .selectFrom('column_matches')
    .select(['key', 'name', 'match', 'updatedAt'])
    .execute()
  return rows.map(({ match, ...row }) => ({ ...row, match: ColumnMatch.parse(fromJson(match)) }))
}
