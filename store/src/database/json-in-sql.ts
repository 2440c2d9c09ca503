import { type RawBuilder, sql } from 'kysely'
import type { JsonText } from './column-values.ts'
import { type Db, isPostgres } from './open-database.ts'

type Part = RawBuilder<unknown>

/**
 * Rows that the database writes as JSON (docs/decisions/0019-reads-of-every-request.md): what everybody polls takes a
 * quarter to a good half of the time that way that objects and their JSON take.
 */
export interface JsonInSql {
  /** How many elements a text has that is a JSON array. */
  count(text: Part): Part
  /** The smaller of two numbers. */
  least(one: Part, other: Part): Part
  /** A text, or NULL, as JSON. */
  quoted(text: Part): Part
  /**
   * Columns as members of their names with the object's closing brace, to be concatenated behind `{` or other
   * members.
   */
  columns(names: readonly string[]): Part
}

/** How this database writes it. */
export function jsonInSql(db: Db): JsonInSql {
  return isPostgres(db) ? postgresJson : sqliteJson
}

/** A condition, which is not NULL, as JSON. */
export function jsonTruth(condition: Part): Part {
  return sql`case when ${condition} then 'true' else 'false' end`
}

function columnsBy(buildObject: Part, names: readonly string[]): Part {
  const members = names.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`)
  return sql`substr(cast(${buildObject}(${sql.join(members)}) as text), 2)`
}

const sqliteJson: JsonInSql = {
  count: (text) => sql`json_array_length(${text})`,
  least: (one, other) => sql`min(${one}, ${other})`,
  quoted: (text) => sql`json_quote(${text})`,
  columns: (names) => columnsBy(sql`json_object`, names),
}

const postgresJson: JsonInSql = {
  count: (text) => sql`json_array_length(cast(${text} as json))`,
  least: (one, other) => sql`least(${one}, ${other})`,
  quoted: (text) => sql`coalesce(cast(to_json(cast(${text} as text)) as text), 'null')`,
  columns: (names) => columnsBy(sql`json_build_object`, names),
}

/** Rows as they were written, as one JSON array. */
export function joinRows(rows: readonly JsonText[]): JsonText {
  return `[${rows.join(',')}]`
}
