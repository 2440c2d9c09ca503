import { randomUUIDv7 } from 'node:crypto'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { nowIso } from '@dashboard/store/database/column-values'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import { findContent, readFrameDigest } from '@dashboard/store/reports/report-contents'
import {
  findReportedTargets,
  insertReport,
  reportStorageKey,
} from '@dashboard/store/reports/stored-reports'
import { describeFailure } from '../describe-failure.ts'
import type { JobContext, JobHandler } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { readOfOneImport } from './content/read-of-one-import.ts'
import { readBrand } from './content/report-brand.ts'
import {
  type ReportBrand,
  type ReportContent,
  type ReportData,
  reportVolunteers,
} from './content/report-data.ts'
import {
  congregationFinder,
  findRespelledCircuit,
  readCircuitReport,
  readCongregationReport,
} from './content/report-queries.ts'
import { type RenderedReport, ReportError } from './pdf/render-pdf.ts'
import { contentDigest } from './printed-content.ts'
import { type RenderWorkers, startRenderWorkers } from './render-workers.ts'
import { reportFileName } from './report-file-name.ts'

type ReadContent = (target: string) => Promise<ReportContent | undefined>

/**
 * After this many failures in a row that are not caused by a report itself, the job stops, because the rest would fail
 * too.
 */
const failuresUntilStop = 3
const namedFailures = 3

/**
 * Makes the reports of a job, one PDF per target, several at a time if there are several workers. Targets that an
 * earlier try of the job has made are skipped. A target that fails is logged and counted, and the others are still
 * made. Progress and log number reports in the order in which they are done.
 * @throws JobError at the end, naming how many failed and why.
 */
export const makeReports: JobHandler = async (context) => {
  const { job, log, progress } = context
  const total = job.targets.length
  const made = await findReportedTargets(context.db, job.id)
  if (made.size > 0) log(`${made.size} of ${total} reports were made on an earlier try.`)
  const missing = job.targets.filter((target) => !made.has(target))
  const workers = startRenderWorkers(Math.min(context.workers, missing.length))
  let failures: readonly ReportFailure[]
  try {
    failures = await makeMissing(context, missing, await prepare(context, workers))
  } finally {
    await workers.stop()
  }
  if (failures.length > 0) throw jobErrorOf(failureSentence(failures, total), failures)
  progress(100, total === 1 ? 'Made the report' : `Made all ${total} reports`)
}

/** Makes the missing reports; returns those that failed. Waits for reports already begun even when it stops early. */
async function makeMissing(
  context: JobContext,
  missing: readonly string[],
  makeReport: (target: string) => Promise<string>,
): Promise<ReportFailure[]> {
  const { job, log, progress, signal, trace, workers } = context
  const total = job.targets.length
  const remaining = [...missing]
  const failures: ReportFailure[] = []
  let done = total - missing.length
  let failuresInARow = 0
  const underWay = new Set<string>()

  const showProgress = () => {
    const [target] = underWay
    if (target === undefined) return
    progress((done / total) * 100, `Making report ${done + 1} of ${total}: ${target}`)
  }
  const makeNext = async (target: string) => {
    signal.throwIfAborted()
    underWay.add(target)
    showProgress()
    try {
      const made = await makeReport(target)
      done += 1
      log(`Made report ${done} of ${total}: ${target} (${made}).`)
      failuresInARow = 0
    } catch (error) {
      signal.throwIfAborted()
      // During an outage of the database no report can be stored; run-job retries the job.
      if (error instanceof JobError || isDatabaseUnavailable(error)) throw error
      done += 1
      const which = `${done} of ${total}: ${target}`
      const { reason, details } = reasonOf(error, trace)
      log(`Report ${which} failed: ${reason}`)
      failures.push({ text: `${target}: ${reason}`, details })
      if (!(error instanceof ReportError)) failuresInARow += 1
      if (failuresInARow === failuresUntilStop) {
        throw jobErrorOf(`Stopped making reports at ${which}: ${reason}`, failures)
      }
    } finally {
      underWay.delete(target)
    }
    showProgress()
  }
  const makeRemaining = async () => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      await makeNext(next)
    }
  }

  // With twice as many as there are threads, none of these waits for the database or the storage.
  const loops = Array.from({ length: workers > 1 ? 2 * workers : 1 }, makeRemaining)
  try {
    await Promise.all(loops)
  } finally {
    remaining.length = 0
    await Promise.allSettled(loops)
  }
  return failures
}

interface ReportFailure {
  text: string
  /** The cause, for the operator. */
  details: string | undefined
}

/** Returns why one report failed; for an unforeseen error, only where to find more. */
function reasonOf(error: unknown, trace: JobContext['trace']) {
  if (error instanceof ReportError) return { reason: error.message, details: undefined }
  const failure = describeFailure(error)
  if (failure.trace !== undefined) trace(failure.trace)
  return { reason: failure.error, details: failure.details }
}

function jobErrorOf(sentence: string, failures: readonly ReportFailure[]): JobError {
  const details = new Set(failures.flatMap((failure) => failure.details ?? []))
  return new JobError(sentence, 'other', {
    details: details.size > 0 ? [...details].join(' ') : undefined,
  })
}

function failureSentence(failures: readonly ReportFailure[], total: number): string {
  const more = failures.length - namedFailures
  const named = failures
    .slice(0, namedFailures)
    .map(({ text }) => text)
    .join('; ')
  const rest = more > 0 ? `; and ${formatCount(more)} more, see the log` : ''
  return `${formatCount(failures.length)} of ${countOf(total, 'report')} failed: ${named}${rest}`
}

async function prepare(
  context: JobContext,
  workers: RenderWorkers,
): Promise<(target: string) => Promise<string>> {
  const { db, files, job, settings, signal } = context
  const frame = await readFrameDigest(db, settings)
  const brand = await readBrand(db, files)
  const read = await contentReader(db, job.type)
  const warned = new Set<string>()
  return async (target) => {
    const startedAt = performance.now()
    const content = await readReport(context, read, brand, target)
    const { data } = content
    const report = await workers.draw(data, signal)
    signal.throwIfAborted()
    await storeReport(context, target, { ...content, frame }, report)
    for (const warning of report.warnings.filter((text) => !warned.has(text))) {
      warned.add(warning)
      context.log(`${target}: ${warning}`)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const volunteers = countOf(reportVolunteers(data).length, 'volunteer')
    const kilobytes = Math.ceil(report.pdf.length / 1024)
    return `${volunteers}, ${kilobytes} KB, ${seconds} s`
  }
}

async function contentReader(db: Db, type: JobContext['job']['type']): Promise<ReadContent> {
  if (type === 'circuit-report') {
    return async (target) => {
      const content = await readCircuitReport(db, target)
      const name = content ? undefined : await findRespelledCircuit(db, target)
      return name === undefined ? content : readCircuitReport(db, name)
    }
  }
  const find = await congregationFinder(db)
  return async (target) => {
    const id = find(target)
    return id === undefined ? undefined : readCongregationReport(db, id)
  }
}

interface ReadReport {
  data: ReportData
  digest: string
  /** Time of the last import when the data were read. */
  readAfter: string | null
}

async function readReport(
  { db, job, settings }: JobContext,
  read: ReadContent,
  brand: ReportBrand,
  target: string,
): Promise<ReadReport> {
  const { content, lastImport, isSampleData } = await readOfOneImport(db, () => read(target))
  if (!content) throw new ReportError('It is no longer in the data under this name.')
  const digest = contentDigest(content)
  const place = reportPlace(content.circuit, congregationOf(content))
  const known = await findContent(db, place)
  // The day in the footer changes only with the data.
  const isKnown = lastImport !== null && known?.digest === digest
  return {
    digest,
    readAfter: lastImport,
    data: {
      ...content,
      paper: settings.reportPaper,
      brand,
      dataAsOf: isKnown ? known.changedAt : lastImport,
      isSampleData,
      generatedAt: nowIso(),
      generatedBy: job.createdBy,
    },
  }
}

function congregationOf(content: ReportContent): string | null {
  return content.kind === 'circuit' ? null : content.congregation.name
}

/** Stores the file, then the row; deletes the file if the row is refused. */
async function storeReport(
  { db, files, job }: JobContext,
  target: string,
  { data, digest, readAfter, frame }: ReadReport & { frame: string },
  { pdf, pages }: RenderedReport,
): Promise<void> {
  const { circuit, dataAsOf, generatedAt, generatedBy } = data
  const congregation = congregationOf(data)
  // Ids of one job begin alike, which makes the compressed list of many reports smaller.
  const id = randomUUIDv7()
  const storageKey = reportStorageKey(id)
  await files.write(storageKey, pdf, 'application/pdf')
  const report = {
    id,
    circuitId: circuit,
    congregation,
    filename: reportFileName(circuit, congregation, generatedAt),
    size: pdf.length,
    generatedAt,
    storageKey,
    dataAsOf,
    generatedBy,
    jobId: job.id,
    target,
    pages,
    volunteers: reportVolunteers(data).length,
    contentDigest: digest,
    frameDigest: frame,
  }
  if (await insertReport(db, report, job.leaseOwner, readAfter)) return
  await files.delete(storageKey)
  if ((await findReportedTargets(db, job.id)).has(target)) return
  throw new JobError('The job was cancelled or given to another runner.')
}
