import { type AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import { type AutomationEvent, readIsSampleData } from '@dashboard/store/automation-status'
import { fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import type { Database } from '@dashboard/store/database/schema'
import { type ScopedDb, scopeOf } from '@dashboard/store/database/scoped-database'
import type { SyncEndRecord } from '@dashboard/store/jobs/record-sync-end'
import { isOutdated } from '@dashboard/store/reports/report-contents'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import type { Selectable } from 'kysely'
import { withheldReason } from '../jobs/limited-jobs.ts'

type EventRow = Selectable<Database['automation_status']>

type OutdatedReports = AutomationStatus['outdatedReports']

/** Returns when data was last exported and imported, and how the last sync ended. */
export async function readAutomationStatus(
  db: ScopedDb,
  outdatedReports: OutdatedReports,
): Promise<AutomationStatus> {
  const rows: EventRow[] = await db.selectFrom('automation_status').selectAll().execute()
  const find = (eventType: AutomationEvent) => rows.find((row) => row.eventType === eventType)
  const timestamp = (eventType: AutomationEvent) => {
    const row = find(eventType)
    return row ? { timestamp: row.lastTimestamp } : null
  }
  const failure = find('export-error')
  const { error, details } = fromJsonOr<{ error?: string; details?: string | null }>(
    failure?.metadata ?? null,
    {},
  )
  const status = {
    lastAutomatedExport: timestamp('export'),
    lastImport: timestamp('import'),
    exportError: failure ? (error ?? 'No reason was given.') : null,
    exportErrorDetails: details ?? null,
    lastSync: lastSync(endOf(find('export-end')), endOf(find('import-end'))),
    outdatedReports,
    isSampleData: await readIsSampleData(db),
  }
  return scopeOf(db).circuits === null ? status : withoutOthers(status)
}

/** Details of errors are for administrators only. */
export function withoutDetails(status: AutomationStatus): AutomationStatus {
  return {
    ...status,
    exportErrorDetails: null,
    lastSync: status.lastSync.map((end) => ({ ...end, errorDetails: null })),
  }
}

/** Returns the status with whether and when, but without numbers of all circuits and texts that may name others. */
function withoutOthers(status: AutomationStatus): AutomationStatus {
  const { exportError, lastSync } = status
  return {
    ...status,
    exportError: exportError && withheldReason,
    exportErrorDetails: null,
    lastSync: lastSync.map((end) => ({
      ...end,
      error: end.error && withheldReason,
      errorDetails: null,
      exported: null,
      imported: null,
    })),
  }
}

type End = SyncEndRecord & Pick<SyncEnd, 'endedAt'>

function endOf(row: EventRow | undefined): End | undefined {
  if (!row) return undefined
  const record = fromJsonOr<SyncEndRecord | null>(row.metadata, null)
  return record ? { ...record, endedAt: row.lastTimestamp } : undefined
}

/** Returns the newest of both ends, and the export before the import that waited for it. */
function lastSync(exported: End | undefined, imported: End | undefined): SyncEnd[] {
  const isOne = exported && imported?.dependsOn === exported.jobId
  if (isOne) return [exported, imported].map((end) => SyncEnd.parse(end))
  const [newest] = [exported, imported]
    .filter((end) => end !== undefined)
    .sort((one, other) => (one.endedAt < other.endedAt ? 1 : -1))
  return newest ? [SyncEnd.parse(newest)] : []
}

/**
 * Returns the circuits and congregations that still exist and whose newest report is out of date, by the names that
 * reports are made by; and how many have a report.
 */
export async function readOutdatedReports(
  db: Db,
  frame: string,
): Promise<OutdatedReports & { compared: number }> {
  const rows = await db
    .selectFrom('reports')
    .select('place')
    .select(isOutdated(frame).as('isOutdated'))
    .where('isCurrent', '=', 1)
    .execute()
  const compared = new Map(rows.map(({ place, isOutdated }) => [place, Boolean(isOutdated)]))
  if (compared.size === 0) return { circuits: [], congregations: [], compared: 0 }
  const outdated = (names: { name: string; place: string }[]) =>
    names.filter(({ place }) => compared.get(place)).map(({ name }) => name)
  const circuits = (await listCircuitNames(db)).map((name) => ({
    name,
    place: reportPlace(name, null),
  }))
  const congregations = (await listCongregationTargets(db)).map(({ circuit, name, label }) => ({
    name: label,
    place: reportPlace(circuit, name),
  }))
  return {
    circuits: outdated(circuits),
    congregations: outdated(congregations),
    compared: [...circuits, ...congregations].filter(({ place }) => compared.has(place)).length,
  }
}
