import type { CreateTableBuilder, Kysely } from 'kysely'

export type Schema = Kysely<unknown>

/** Returns a table with a text id that the server generates. */
export function table<T extends string>(db: Schema, name: T): CreateTableBuilder<T, 'id'> {
  return db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey())
}

/** Creates an index named after its table and columns. */
export async function index(db: Schema, of: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${of}_${columns.join('_')}`)
    .on(of)
    .columns(columns)
    .execute()
}
