import type { Schema } from './table-parts.ts'

/** The name that every export of sample data has recorded as its source. */
const sampleSource = 'built-in sample data'

/**
 * What screens say about a sync as facts: which outside system a job asks again, what lies behind an error,
 * and whether the volunteers are sample data. For data from before, the last is read this once from the source of the
 * last export: an import since then has brought those volunteers in.
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
