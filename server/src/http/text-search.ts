import { foldedPattern, lettersOfTwo } from '@dashboard/store/database/folded-pattern'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { type RawBuilder, sql } from 'kysely'

/** Occurs in no pattern, so that nothing is found across two columns. */
const betweenColumns = sql.lit('\ue000')

/** Whether one of the columns contains a text, folded as in every other search (`foldText`). */
export function containsText(
  db: Db,
  columns: readonly string[],
  text: string,
): RawBuilder<boolean> {
  const values = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`)
  const value = sql`(${sql.join(values, sql` || ${betweenColumns} || `)})`
  // A pattern is too long to be passed for each row, as SQLite does.
  if (!isPostgres(db)) return sql<boolean>`contains_folded(${value}, ${text})`
  const spelled = lettersOfTwo.reduce(
    (sofar, [letter, two]) => sql`replace(${sofar}, ${letter}, ${two})`,
    value,
  )
  return sql<boolean>`${spelled} ~ ${foldedPattern(text)}`
}
