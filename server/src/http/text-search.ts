import { type RawBuilder, sql } from 'kysely'

/** Whether a column, whose text is in lower case, contains a text, whatever that text's case. */
export function holdsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${column} like ${pattern} escape '\\'`
}
