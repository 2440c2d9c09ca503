import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../open-database.ts'
import { reportKeys } from '../report-keys.ts'
import { index, type Schema } from './table-parts.ts'

const rowsAtOnce = 1_000

/**
 * Adds the keys by which reports are searched, sorted and filtered, and which report is the current one of its circuit
 * or congregation. Users are listed in the order in which they were added.
 */
export async function up(db: Schema): Promise<void> {
  // Keys are compared byte by byte, which PostgreSQL does only in this collation.
  const key = isPostgres(db) ? sql`text collate "C"` : sql`text`
  for (const column of ['place', 'nameKey', 'searchText']) {
    await db.schema
      .alterTable('reports')
      .addColumn(column, key, (added) => added.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .alterTable('reports')
    .addColumn('isCurrent', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await fillKeys(db)
  await index(db, 'reports', ['place', 'generatedAt', 'id'])
  await sql`update reports set "isCurrent" = 0 where exists (
      select 1 from reports as newer where newer.place = reports.place
        and (newer."generatedAt", newer.id) > (reports."generatedAt", reports.id)
    )`.execute(db)
  await db.schema.dropIndex('reports_generatedAt').ifExists().execute()
  await index(db, 'reports', ['generatedAt', 'id'])
  await index(db, 'reports', ['isCurrent', 'generatedAt', 'id'])
  await index(db, 'reports', ['isCurrent', 'nameKey', 'id'])
  await index(db, 'reports', ['isCurrent', 'size', 'generatedAt', 'id'])
  await index(db, 'users', ['createdAt', 'id'])
}

interface KeyedReport {
  id: string
  circuitId: string
  congregation: string | null
  filename: string
  place: string
  nameKey: string
  searchText: string
}

async function fillKeys(schema: Schema): Promise<void> {
  const db = schema as Kysely<{ reports: KeyedReport }>
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('reports')
      .select(['id', 'circuitId', 'congregation', 'filename'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      await db.updateTable('reports').set(reportKeys(row)).where('id', '=', row.id).execute()
    }
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}
