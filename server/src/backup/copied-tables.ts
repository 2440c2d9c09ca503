import type { Columns } from '@dashboard/store/database/migrations/columns'
import { type Database, tables } from '@dashboard/store/database/schema'

export interface CopiedTable {
  name: keyof Database
  /** Identifies a row in messages, and gives the order in which PostgreSQL's rows are read. */
  key: string
  columns: readonly string[]
}

/** All tables, each after the tables that it refers to. */
export const copiedTables: readonly CopiedTable[] = Object.entries(tables).map(
  ([name, columns]) => ({
    name: name as keyof Database,
    // A job refers to earlier ones.
    key: name === 'jobs' ? 'sequence' : keyOf(columns),
    columns: Object.keys(columns),
  }),
)

function keyOf(columns: Columns): string {
  const [key] = Object.entries(columns).find(([, { definition }]) => definition.isKey) ?? []
  if (key === undefined) throw new Error('A table has no column that identifies its rows')
  return key
}
