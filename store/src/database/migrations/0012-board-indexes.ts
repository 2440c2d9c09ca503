import { index, type Schema } from './table-parts.ts'

/** Adds indexes from which the coverage board counts without reading the rows. */
export async function up(db: Schema): Promise<void> {
  await index(db, 'jobs', ['createdAt', 'status', 'failureKind', 'cancelledBy'])
  // Each new index replaces one whose columns it begins with.
  await db.schema.dropIndex('volunteers_circuitId').execute()
  await index(db, 'volunteers', ['circuitId', 'trained', 'available'])
  await db.schema.dropIndex('reports_circuitId').execute()
  await index(db, 'reports', ['circuitId', 'congregation', 'generatedAt'])
}
