import { sql } from 'kysely'
import { index, type Schema, table } from './table-parts.ts'

/**
 * Adds reviews and the history of imports, with the people they change and the rows they skip, and links jobs to them.
 */
export async function up(db: Schema): Promise<void> {
  await createImports(db)
  await numbered(db, 'import_changes')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('volunteerId', 'text', (column) => column.notNull())
    .addColumn('basedOn', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('locustId', 'text')
    .addColumn('fromCircuit', 'text')
    .addColumn('fromCongregation', 'text')
    .addColumn('toCircuit', 'text')
    .addColumn('toCongregation', 'text')
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('isDoubtful', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await index(db, 'import_changes', ['importId', 'nameKey', 'id'])
  await numbered(db, 'import_rejects')
    .addColumn('rowIndex', 'integer', (column) => column.notNull())
    .addColumn('columnTitle', 'text', (column) => column.notNull())
    .addColumn('value', 'text')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('circuit', 'text', (column) => column.notNull())
    .addColumn('congregation', 'text', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('firstSeenAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'import_rejects', ['importId', 'rowIndex'])
  // Rows of a sheet are looked up by their numbers.
  await db.schema.dropIndex('raw_import_data_importBatch').execute()
  await index(db, 'raw_import_data', ['importBatch', 'rowIndex'])
  await db.schema.alterTable('jobs').addColumn('importId', 'text').execute()
}

async function createImports(db: Schema): Promise<void> {
  await table(db, 'imports')
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('planJobId', 'text', (column) => column.notNull())
    .addColumn('applyJobId', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text')
    .addColumn('completedAt', 'text')
    .addColumn('appliedBy', 'text')
    .addColumn('durationMs', 'integer')
    .addColumn('source', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('sourceImportId', 'text')
    .addColumn('totals', 'text')
    .addColumn('circuits', 'text')
    .addColumn('warnings', 'text')
    .addColumn('guard', 'text')
    .addColumn('outdated', 'text')
    .addColumn('basedOn', 'text')
    .addColumn('fileHash', 'text')
    .addColumn('rowsHash', 'text')
    .addColumn('rowsKey', 'text')
    .addColumn('planKey', 'text')
    .addColumn('rejectsOf', 'text')
    .addColumn('rejectsHash', 'text')
    .addColumn('hasDetails', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await index(db, 'imports', ['planJobId'])
  await index(db, 'imports', ['applyJobId'])
}

/** Creates a table whose rows belong to an import and are numbered across all imports. */
function numbered<T extends string>(db: Schema, name: T) {
  return db.schema
    .createTable(name)
    .addColumn('id', sql`bigint`, (column) => column.primaryKey())
    .addColumn('importId', 'text', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
}
