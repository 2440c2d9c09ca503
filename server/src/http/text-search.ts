import { type RawBuilder, sql } from 'kysely'

/** Whether a column, whose text is in lower case, holds a text, whatever its case. */
export function holdsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${column} like ${pattern} escape '\\'`
}
