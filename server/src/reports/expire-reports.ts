import { dayMs } from '@dashboard/contract/duration'
import { reportWarningDays } from '@dashboard/contract/limits'
import { localDay, localDayStart } from '@dashboard/contract/local-time'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import {
  announceReportDeletion,
  readReportDeletion,
  withdrawReportDeletion,
} from '@dashboard/store/reports/report-deletion'
import { auditAsServer } from '../http/audit-trail.ts'
import { deleteMany, type ReportsDependencies } from './reports-service.ts'

interface Dependencies extends ReportsDependencies {
  onError(error: unknown, message: string): void
}

/**
 * Deletes the old reports whose deletion was announced long enough ago, and announces the next ones; returns how many
 * it deleted (docs/privacy.md#removal-by-age). With 0 days they are kept forever.
 */
export async function expireReports(
  dependencies: Dependencies,
  retentionDays: number,
): Promise<number> {
  const { db } = dependencies
  const announced = await readReportDeletion(db)
  let deleted = 0
  if (announced) {
    // KEEP_REPORTS_DAYS may have been raised since the announcement.
    const isStillDue =
      retentionDays > 0 && announced.until <= daysBefore(announced.at, retentionDays)
    if (isStillDue && announced.at > nowIso()) return 0
    if (isStillDue) deleted = await deleteUntil(dependencies, announced.until)
    await inTransaction(db, withdrawReportDeletion)
  }
  if (retentionDays > 0) await announceNext(db, retentionDays)
  return deleted
}

function daysBefore(instant: string, days: number): string {
  return toIso(Date.parse(instant) - days * dayMs)
}

async function deleteUntil(dependencies: Dependencies, until: string): Promise<number> {
  const { db } = dependencies
  const rows = await db
    .selectFrom('reports')
    .select('id')
    .where('generatedAt', '<=', until)
    .orderBy('generatedAt')
    .execute()
  const visible = within(db, everyCircuit)
  const ids = rows.map(({ id }) => id)
  return deleteMany({ ...dependencies, visible, audit: auditAsServer }, ids)
}

/** Announces all reports that will be old enough at the announced time. */
async function announceNext(db: Db, retentionDays: number): Promise<void> {
  const day = localDay(Date.now() + reportWarningDays * dayMs)
  const at = localDayStart(day).toISOString()
  const until = daysBefore(at, retentionDays)
  const reports = await countRows(db.selectFrom('reports').where('generatedAt', '<=', until))
  if (reports === 0) return
  await inTransaction(db, async (tx) => {
    await announceReportDeletion(tx, { until, at })
    const facts = { kind: 'reports-expire', reports, at } as const
    await insertNotice(tx, { facts, cause: `reports-expire:${until}`, at: nowIso() })
  })
}
