import { readLastImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import { insertReport, type NewReport } from '@dashboard/store/reports/stored-reports'

/** Returns the row of a report that a job made for one of its targets. */
export function reportOf(jobId: string, target: string, id = `report-${target}`) {
  return {
    id,
    circuitId: target,
    congregation: null,
    filename: `${target}.pdf`,
    size: 3,
    generatedAt: '2026-11-20T15:00:00.000Z',
    storageKey: `reports/${id}.pdf`,
    dataAsOf: null,
    generatedBy: null,
    jobId,
    target,
    contentDigest: 'as it is',
    frameDigest: 'as it is',
  }
}

/** Inserts a report of the data as they are now, in the present frame. */
export async function insertCurrentReport(db: Db, report: NewReport): Promise<boolean> {
  const frameDigest = await readFrameDigest(db, { reportPaper: 'us-letter' })
  return insertReport(db, { ...report, frameDigest }, 'runner', await readLastImport(db))
}
