import { index, type Schema, table } from './table-parts.ts'

/** Adds the audit log, and the first and last links of its chain of hashes. */
export async function up(db: Schema): Promise<void> {
  await table(db, 'audit_log')
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actorId', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('address', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('previousHash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'audit_log', ['at'])
  await index(db, 'audit_log', ['actorId'])
  await db.schema
    .createTable('audit_chain')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
}
