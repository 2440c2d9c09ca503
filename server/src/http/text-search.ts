import { type RawBuilder, sql } from 'kysely'

/** Whether one of the columns contains a text, whatever its case. */
export function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = `%${lowered(text).replaceAll(/[\\%_]/g, '\\$&')}%`
  const capitals = capitalsOf(text)
  const found = columns.map((column) => {
    const value = capitals.reduce(
      (sofar, capital) => sql`replace(${sofar}, ${capital}, ${lowered(capital)})`,
      sql.ref(column),
    )
    return sql`lower(${value}) like ${pattern} escape '\\'`
  })
  return sql<boolean>`(${sql.join(found, sql` or `)})`
}

/** Lowers each letter by itself: JavaScript lowers a Greek sigma by its place in the word, SQL does not. */
function lowered(text: string): string {
  return [...text].map((letter) => letter.toLowerCase()).join('')
}

/**
 * Returns the capitals of the text's letters that SQL may leave as they are: `lower` of SQLite, and of PostgreSQL in
 * the locale C, lowers the letters of ASCII only.
 */
function capitalsOf(text: string): string[] {
  const letters = new Set(text + text.toUpperCase())
  return [...letters].filter((letter) => letter > '\x7f' && letter !== letter.toLowerCase())
}
