import { randomUUID } from 'node:crypto'
import { readLastImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import { insertReport, reportStorageKey } from '@dashboard/store/reports/stored-reports'
import { runningJob } from '@dashboard/store/test/jobs'

type Stores = { db: Db; files: FileStore }

/**
 * Stores a report as a runner does: the file first, then the row. It is up to date unless its digests say otherwise.
 */
export async function storedReport(
  { db, files }: Stores,
  options: {
    circuit?: string
    congregation?: string
    generatedAt?: string
    filename?: string
    pages?: number
    volunteers?: number
    contentDigest?: string
    frameDigest?: string
  } = {},
) {
  const { circuit = 'NY-1', generatedAt = '2026-11-20T15:00:00.000Z' } = options
  const { congregation = null, pages = null, volunteers = null } = options
  const { contentDigest = 'as it is' } = options
  const { frameDigest = await readFrameDigest(db, { reportPaper: 'us-letter' }) } = options
  const filename = options.filename ?? `Circuit ${circuit}.pdf`
  const job = await runningJob(db, { type: 'circuit-report', targets: [circuit] })
  const id = randomUUID()
  const content = new TextEncoder().encode(`%PDF ${circuit}`)
  await files.write(reportStorageKey(id), content, 'application/pdf')
  const report = {
    id,
    circuitId: circuit,
    congregation,
    filename,
    size: content.length,
    generatedAt,
    storageKey: reportStorageKey(id),
    dataAsOf: null,
    generatedBy: 'Ann Lee',
    jobId: job.id,
    target: circuit,
    pages,
    volunteers,
    contentDigest,
    frameDigest,
  }
  const isTaken = await insertReport(db, report, 'runner', await readLastImport(db))
  if (!isTaken) throw new Error('The report was not taken')
  return { ...report, content }
}
