import { index, type Schema } from './table-parts.ts'

/** What the coverage board counts is counted in indexes, without reading the rows. */
export async function up(db: Schema): Promise<void> {
  await index(db, 'jobs', ['createdAt', 'status', 'failureKind', 'cancelledBy'])
  // Each takes the place of one that it begins with.
  await db.schema.dropIndex('volunteers_circuitId').execute()
  await index(db, 'volunteers', ['circuitId', 'trained', 'available'])
  await db.schema.dropIndex('reports_circuitId').execute()
  await index(db, 'reports', ['circuitId', 'congregation', 'generatedAt'])
}
