import type { Schema } from './table-parts.ts'

/** Name that every export of sample data has recorded as its source. */
const sampleSource = 'built-in sample data'

/**
 * Stores as columns which outside system a job is retrying, the cause of an error, and whether the volunteers are
 * sample data. The last fact is derived once, for existing data, from the source of the last export: an import since
 * then has brought in its volunteers.
 */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('errorDetails', 'text').execute()
  await db.schema.alterTable('jobs').addColumn('retrying', 'text').execute()
  await noteSampleData(db)
}

type Status = {
  automation_status: {
    eventType: string
    lastTimestamp: string
    eventSource: string | null
    metadata: string | null
  }
}

async function noteSampleData(schema: Schema): Promise<void> {
  const db = schema.withTables<Status>()
  const rows = await db.selectFrom('automation_status').selectAll().execute()
  const exported = rows.find(({ eventType }) => eventType === 'export')
  if (exported?.eventSource !== sampleSource) return
  for (const { eventType, lastTimestamp, metadata } of rows) {
    const isOfIt = eventType === 'import' && lastTimestamp > exported.lastTimestamp
    if (eventType !== 'export' && !isOfIt) continue
    const facts = { ...JSON.parse(metadata ?? '{}'), isSampleData: true }
    await db
      .updateTable('automation_status')
      .set({ metadata: JSON.stringify(facts) })
      .where('eventType', '=', eventType)
      .execute()
  }
}
