import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { isPostgres } from '../open-database.ts'
import type { Columns, Definition } from './columns.ts'

export type Schema = Kysely<unknown>

export async function createTable(db: Schema, name: string, columns: Columns): Promise<void> {
  let table = db.schema.createTable(name)
  for (const [column, { definition }] of Object.entries(columns)) {
    const { type, isBytewise } = definition
    const typeHere = isBytewise && isPostgres(db) ? sql`text collate "C"` : type
    table = table.addColumn(column, typeHere, (builder) => define(db, builder, definition))
  }
  await table.execute()
}

function define(
  db: Schema,
  builder: ColumnDefinitionBuilder,
  definition: Definition,
): ColumnDefinitionBuilder {
  const { isOptional, isKey, isNumbered, isUnique, check, references, onDelete } = definition
  let column = builder
  if (isKey) column = column.primaryKey()
  else if (!isOptional) column = column.notNull()
  if (isNumbered) {
    column = isPostgres(db) ? column.generatedByDefaultAsIdentity() : column.autoIncrement()
  }
  if (isUnique) column = column.unique()
  if (definition.default !== undefined) column = column.defaultTo(definition.default)
  if (check) column = column.check(check)
  if (references && onDelete) column = column.references(`${references}.id`).onDelete(onDelete)
  return column
}

export async function createIndex(
  db: Schema,
  table: string,
  columns: readonly string[],
  { isUnique = false } = {},
): Promise<void> {
  const index = db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
  await (isUnique ? index.unique() : index).execute()
}
