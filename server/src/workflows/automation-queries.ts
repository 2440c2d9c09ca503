import type { AutomationStatus } from '@dashboard/contract/workflows'
import type { AutomationEvent } from '@dashboard/store/automation-status'
import { fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'

/** When data was last exported and imported, and why the last export failed, if it did. */
export async function readAutomationStatus(db: Db): Promise<AutomationStatus> {
  const rows = await db.selectFrom('automation_status').selectAll().execute()
  const find = (eventType: AutomationEvent) => rows.find((row) => row.eventType === eventType)
  const timestamp = (eventType: AutomationEvent) => {
    const row = find(eventType)
    return row ? { timestamp: row.lastTimestamp } : null
  }
  const failure = find('export-error')
  return {
    lastAutomatedExport: timestamp('export'),
    lastImport: timestamp('import'),
    exportError: failure
      ? fromJsonOr<{ error: string }>(failure.metadata, { error: 'The last export failed.' }).error
      : null,
  }
}
