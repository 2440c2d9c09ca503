import { countOf } from '@dashboard/contract/counts'
import { fromJson, nowIso } from '@dashboard/store/database/column-values'
import { scopeOfUser } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import {
  findVolunteerList,
  recordVolunteerListDrawn,
  type VolunteerList,
  volunteerListKey,
} from '@dashboard/store/volunteers/volunteer-lists'
import type { JobContext, JobHandler } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { readOfOneImport } from './content/read-of-one-import.ts'
import { readBrand } from './content/report-brand.ts'
import type { ListedReportVolunteer, VolunteerListData } from './content/report-data.ts'
import { readVolunteers } from './content/volunteer-queries.ts'
import { ReportError, renderReport } from './pdf/render-pdf.ts'

/**
 * Draws the volunteers that a user has chosen as a PDF, restricted to the circuits that the user may see
 * (docs/volunteers.md#as-pdf).
 */
export const makeVolunteerList: JobHandler = async (context) => {
  const { db, files, job, log, progress, signal } = context
  const list = await findVolunteerList(db, job.id)
  if (!list) throw new JobError('The list was not fetched in time. Export it again.')
  progress(10, 'Reading the volunteers')
  const data = await readList(context, list)
  signal.throwIfAborted()
  progress(40, 'Drawing the list')
  const { pdf, pages, warnings } = await renderReport(data).catch((error: unknown) => {
    throw error instanceof ReportError
      ? new JobError(error.message, 'other', { cause: error })
      : error
  })
  signal.throwIfAborted()
  const key = volunteerListKey(job.id)
  await files.write(key, pdf, 'application/pdf')
  if (!(await recordVolunteerListDrawn(db, job.id, job.leaseOwner))) {
    await files.delete(key)
    throw new JobError('The job was cancelled or given to another runner.')
  }
  for (const warning of warnings) log(warning)
  log(`Drew ${countOf(data.volunteers.length, 'volunteer')} on ${countOf(pages, 'page')}.`)
  progress(100, 'Drew the list')
}

async function readList(
  { db, files, job, settings }: JobContext,
  list: VolunteerList,
): Promise<VolunteerListData> {
  const scoped = within(db, scopeOfUser({ role: 'user', circuits: list.circuits }))
  const brand = await readBrand(db, files)
  const { content, lastImport, isSampleData } = await readOfOneImport(db, () =>
    readListedVolunteers(scoped, list),
  )
  return {
    kind: 'list',
    paper: settings.reportPaper,
    brand,
    dataAsOf: lastImport,
    isSampleData,
    volunteers: content,
    isByCongregation: list.toCorrect !== null,
    filters: list.filters,
    limitedTo: list.circuits === null ? null : fromJson<string[]>(list.circuits),
    generatedAt: nowIso(),
    generatedBy: job.createdBy,
  }
}

/**
 * Returns the volunteers of a list in its order. Volunteers who have left the data or the user's circuits since the
 * request are left out.
 */
async function readListedVolunteers(
  db: ScopedDb,
  { volunteerIds, bySoundFrom, toCorrect }: VolunteerList,
): Promise<ListedReportVolunteer[]> {
  const found: Awaited<ReturnType<typeof readVolunteers>> = []
  for (const ids of inBatches(volunteerIds)) found.push(...(await readVolunteers(db, { ids })))
  const byId = new Map(found.map((volunteer) => [volunteer.id, volunteer]))
  const corrections = fromJson<string[]>(toCorrect ?? '[]')
  return volunteerIds.flatMap((id, index) => {
    const volunteer = byId.get(id)
    if (!volunteer) return []
    return {
      ...volunteer,
      isBySound: index >= bySoundFrom,
      toCorrect: corrections[index] ?? '',
    }
  })
}
