import { createHash } from 'node:crypto'
import { ColumnMatch, type StoredColumnMatch } from '@dashboard/contract/columns'
import { headerKey } from '@dashboard/contract/sheet-columns'
import type { Selectable } from 'kysely'
import { fromJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'

/**
 * Returns the key that a match is looked up by: the titles of a sheet, ignoring case and order. The order counts if a
 * title is blank or occurs twice, since such columns are identified by position alone. Blank titles at the end do not
 * count.
 */
export function titlesKey(titles: readonly string[]): string {
  const keys = titles.map(headerKey)
  const present = keys.slice(0, keys.findLastIndex((key) => key !== '') + 1)
  const ordered = areDistinct(present) ? present.toSorted() : present
  return createHash('sha256').update(ordered.join('\n')).digest('hex')
}

/**
 * Returns where the columns of a match are in a row of titles with the same key: by title, or by position where titles
 * are blank or occur twice; `undefined` for a column without a title in a sheet whose columns have another order.
 */
export function positionsOf(
  { columns }: Pick<ColumnMatch, 'columns'>,
  titles: readonly string[],
): (number | undefined)[] {
  const keys = titles.map(headerKey)
  const isInOrder = columns.every(
    ({ title }, position) => headerKey(title) === (keys[position] ?? ''),
  )
  if (isInOrder) return columns.map((_, position) => position)
  return columns.map(({ title }) => {
    const position = keys.indexOf(headerKey(title))
    return headerKey(title) === '' || position < 0 ? undefined : position
  })
}

function areDistinct(keys: readonly string[]): boolean {
  return !keys.includes('') && new Set(keys).size === keys.length
}

/** Returns all matches that administrators have saved, at most `uploadedSheet.matches`. */
export async function readColumnMatches(db: Db): Promise<StoredColumnMatch[]> {
  const rows = await db
    .selectFrom('column_matches')
    .selectAll()
    .orderBy('name')
    .orderBy('key')
    .execute()
  return rows.map(toStoredMatch)
}

export function toStoredMatch({
  titles: _,
  match,
  ...row
}: Selectable<Database['column_matches']>): StoredColumnMatch {
  return { ...row, match: ColumnMatch.parse(fromJson(match)) }
}
