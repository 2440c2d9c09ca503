import type { ImportTotals } from '@dashboard/contract/automation'
import type { ImportOutcome } from '@dashboard/contract/workflows'
import { readIsSampleExport } from '@dashboard/store/automation-status'
import { nowIso } from '@dashboard/store/database/column-values'
import type { JobContext } from '../job-context.ts'
import { isSampleVolunteer } from '../sample-volunteer.ts'
import { notesOf } from '../spreadsheets/job-notes.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import { readSheet, type SheetContent } from './1-read/read-sheet.ts'
import { readDetails, readExisting } from './2-match/existing-data.ts'
import { detailKinds } from './3-plan/detail-kinds.ts'
import { type DetailChanges, planDetails } from './3-plan/plan-details.ts'
import { type ImportPlan, planImport } from './3-plan/plan-import.ts'
import { planPeople } from './3-plan/plan-people.ts'
import { applyImport } from './4-apply/apply-import.ts'

const shownLines = 200
/** With fewer volunteers than this any change is small. */
const guardedVolunteers = 20

/**
 * Brings the database in line with the sheet (docs/sheet-format.md#what-an-import-does), all of it
 * or nothing.
 * @throws SheetError when the sheet is missing, unreadable or would remove too many volunteers.
 */
export async function importSheet(
  context: JobContext,
): Promise<ImportOutcome & { totals: ImportTotals }> {
  const { job, settings, signal, log, progress } = context
  const { sheetName } = settings
  const spreadsheet = openSpreadsheet(settings.spreadsheet, notesOf(context))
  const source = spreadsheet.describe()
  log(`Importing the sheet '${sheetName}' of ${source}.`)
  progress(0, `Reading ${source}`)
  const content = await readSheet(spreadsheet.readRows(sheetName, signal), (count) =>
    progress(20, `Reading ${source}: ${count.toLocaleString('en-US')} rows so far`),
  )
  logLines(log, content.skipped, 'rows skipped')
  logLines(log, content.warnings, 'warnings')
  signal.throwIfAborted()

  progress(
    50,
    `Comparing ${content.rawRows.length.toLocaleString('en-US')} rows with what is there`,
  )
  const at = nowIso()
  const plan = await compare(context, content, at)
  signal.throwIfAborted()

  progress(70, describeWriting(plan))
  const { rawRows } = content
  const isSampleData = await isSampleSheet(context, content)
  const batch = { id: `${at} ${job.id}`, at, source, sheetName, rawRows, isSampleData }
  await applyImport(context, plan, batch)
  log(describeCounts(content, plan))
  return {
    rowCount: content.volunteers.length,
    circuitsCount: plan.places.circuitIds.size,
    totals: { rows: rawRows.length, skipped: content.skipped.length, ...plan.counts },
  }
}

/** Whether the sheet is what an export of sample data has written, and nobody has put other people into it since. */
async function isSampleSheet({ db }: JobContext, { volunteers }: SheetContent): Promise<boolean> {
  const isSample = volunteers.every(({ locustId, emailAddress }) =>
    isSampleVolunteer({ locustId: locustId ?? '', email: emailAddress ?? '' }),
  )
  return isSample && volunteers.length > 0 && readIsSampleExport(db)
}

/** What the sheet changes; the database is only read. */
async function compare(
  { db, settings }: JobContext,
  content: SheetContent,
  at: string,
): Promise<ImportPlan> {
  const existing = await readExisting(db)
  const people = planPeople(existing, content.volunteers, at)
  guardRemoval(people.removed.length, existing.volunteers.length, settings.importMaxRemoval)
  const details: DetailChanges[] = []
  for (const kind of detailKinds) {
    details.push(await planDetails(kind, readDetails(db, kind), people, at))
  }
  return planImport(existing, people, details, at)
}

function guardRemoval(removed: number, existing: number, maxRemoval: number): void {
  if (existing < guardedVolunteers || removed <= existing * maxRemoval) return
  const [gone, all] = [removed, existing].map((count) => count.toLocaleString('en-US'))
  throw new SheetError(
    'removes-too-much',
    `The sheet would remove ${gone} of ${all} volunteers, so nothing was changed. Check that the sheet is complete. If they really are to go, ask an administrator.`,
    { details: 'If they really are to go, set IMPORT_MAX_REMOVAL to 1 and run the import again.' },
  )
}

function logLines(log: JobContext['log'], lines: readonly string[], what: string): void {
  for (const line of lines.slice(0, shownLines)) log(line)
  const more = lines.length - shownLines
  if (more > 0) log(`… and ${more.toLocaleString('en-US')} more ${what}.`)
}

function describeWriting({ counts }: ImportPlan): string {
  const changed = changedCount(counts).toLocaleString('en-US')
  return `Saving ${changed} new or changed volunteers`
}

/** New ones included. */
function changedCount(counts: ImportPlan['counts']): number {
  return counts.new + counts.moved + counts.changed
}

function describeCounts(content: SheetContent, { counts }: ImportPlan): string {
  const parts = [
    [content.rawRows.length, 'rows read'],
    [content.volunteers.length, 'imported'],
    [changedCount(counts), `changed (${counts.new.toLocaleString('en-US')} new)`],
    [counts.left, 'removed'],
    [content.skipped.length, 'skipped'],
  ] as const
  const listed = parts.map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`)
  return `Import finished: ${listed.join(', ')}.`
}
