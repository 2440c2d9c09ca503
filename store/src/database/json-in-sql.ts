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
  /** The members of an object and its closing brace, to be concatenated behind `{` or other members. */
  members(members: Record<string, Part>): Part
  /** A condition, which is not NULL, as JSON. */
  truth(condition: Part): Part
}

/** How this database writes it. */
export function jsonInSql(db: Db): JsonInSql {
  return isPostgres(db) ? postgresJson : sqliteJson
}

const truth = (condition: Part) => sql`case when ${condition} then 'true' else 'false' end`

function membersOf(buildObject: Part, members: Record<string, Part>): Part {
  const values = Object.entries(members).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
  return sql`substr(cast(${buildObject}(${sql.join(values)}) as text), 2)`
}

const sqliteJson: JsonInSql = {
  count: (text) => sql`json_array_length(${text})`,
  least: (one, other) => sql`min(${one}, ${other})`,
  quoted: (text) => sql`json_quote(${text})`,
  members: (members) => membersOf(sql`json_object`, members),
  truth,
}

const postgresJson: JsonInSql = {
  count: (text) => sql`json_array_length(cast(${text} as json))`,
  least: (one, other) => sql`least(${one}, ${other})`,
  quoted: (text) => sql`coalesce(cast(to_json(cast(${text} as text)) as text), 'null')`,
  members: (members) => membersOf(sql`json_build_object`, members),
  truth,
}

/** Columns of a row as members of the same names. */
export function columnMembers(columns: readonly string[]): Record<string, Part> {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(column)]))
}

/** Rows as they were written, as one JSON array. */
export function joinRows(rows: readonly JsonText[]): JsonText {
  return `[${rows.join(',')}]`
}
