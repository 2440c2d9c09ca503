import { nowIso, toJson } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import { insertReport, reportStorageKey } from '@dashboard/store/reports/stored-reports'
import { queuedJob, runningJob } from '@dashboard/store/test/jobs'
import { nextRunAt } from '../src/schedules/due-times.ts'
import type { TestApp } from './app.ts'
import { addCircuitImport } from './circuit-imports.ts'

/** Adds circuits with everything that belongs to them, under ids made from their names. */

const importedAt = '2026-11-20T12:00:00.000Z'
const days = ['Monday', 'Saturday'] as const

/** Returns two congregations: `Central`, as in every other circuit, and one with a unique name. */
const congregationsOf = (circuit: string) => ['Central', `Park of ${circuit}`]

/** Returns the label of the congregation when these are all the circuits. */
const labelOf = (name: string, circuit: string, circuits: readonly string[]) =>
  name === 'Central' && circuits.length > 1 ? `${name} (${circuit})` : name

/**
 * Adds only these circuits, with their people, reports and jobs. The same circuits have the same ids and times in every
 * database.
 */
export async function fillCircuits(app: TestApp, circuits: readonly string[]): Promise<void> {
  const { db } = app
  for (const circuit of circuits) {
    await db
      .insertInto('circuits')
      .values({ id: circuit, name: circuit, congregations: 2 })
      .execute()
    for (const name of congregationsOf(circuit)) await addCongregation(db, circuit, name)
    for (const name of ['', ...congregationsOf(circuit)]) await addMonths(db, circuit, name)
  }
  const event = {
    eventType: 'import',
    eventSource: null,
    metadata: '{}',
    lastTimestamp: importedAt,
  }
  const times = { createdAt: importedAt, updatedAt: importedAt }
  await db
    .insertInto('automation_status')
    .values({ id: 'import', ...event, ...times })
    .execute()
  await raiseVersion(db, 'volunteers')
  await addSync(db)
  await addCircuitImport(db, circuits)
  for (const circuit of circuits) await addReports(app, circuit, circuits)
}

async function addCongregation(db: Db, circuit: string, name: string): Promise<void> {
  const id = `${circuit}/${name}`
  await db
    .insertInto('congregations')
    .values({ id, name, circuitId: circuit, createdAt: importedAt })
    .execute()
  // The number of people follows from the circuit's number, so that circuits differ in their counts.
  const people = Number(circuit.replace(/\D/g, '')) % 7
  for (let position = 0; position <= people; position += 1) {
    const person = `${id}/${position}`
    await db
      .insertInto('volunteers')
      .values({
        id: person,
        firstName: 'Ann',
        lastName: `Lee ${position}`,
        circuitId: circuit,
        congregationId: id,
        trained: position % 2 === 0 ? 1 : 0,
        available: position % 3 === 0 ? 0 : 1,
        createdAt: importedAt,
        updatedAt: importedAt,
      })
      .execute()
    for (const dayOfWeek of days) {
      const slot = { volunteerId: person, dayOfWeek, timeSlot: `Slot of ${circuit}` }
      await db
        .insertInto('availability_schedules')
        .values({ id: `${person}/${dayOfWeek}`, ...slot, createdAt: importedAt })
        .execute()
    }
  }
}

/** Adds the figures of two months, which differ from circuit to circuit; without a congregation, of the circuit. */
async function addMonths(db: Db, circuit: string, congregation: string): Promise<void> {
  const volunteers = Number(circuit.replace(/\D/g, '')) + 40
  for (const [month, available] of [
    ['2026-03', 24],
    ['2026-11', 31],
  ] as const) {
    const id = `${month} ${circuit}/${congregation}`
    const counts = { volunteers, trained: 35, available, trainedAndAvailable: available - 1 }
    await db
      .insertInto('month_figures')
      .values({ id, month, circuit, congregation, ...counts })
      .execute()
  }
}

/**
 * Adds two versions of the circuit's own report, the newest first, an outdated one of a congregation, and their jobs.
 */
async function addReports(app: TestApp, circuit: string, circuits: readonly string[]) {
  const { db } = app
  const label = labelOf('Central', circuit, circuits)
  const own = { type: 'circuit-report', targets: [circuit] } as const
  const ofCongregation = { type: 'congregation-report', targets: [label] } as const
  await addReport(app, { id: `${circuit}-new`, circuit, at: '2026-11-20T13:00:00.000Z' }, own)
  await addReport(app, { id: `${circuit}-old`, circuit, at: '2026-11-19T13:00:00.000Z' }, own)
  const report = { id: `${circuit}-central`, circuit, at: '2026-11-18T13:00:00.000Z' }
  await addReport(app, { ...report, congregation: 'Central' }, ofCongregation)
  await queuedJob(db, { ...own, id: `queued-${circuit}` })
  await settleTimes(db)
}

interface AddedReport {
  id: string
  circuit: string
  congregation?: string
  at: string
}

async function addReport(
  { db, files }: TestApp,
  { id, circuit, congregation, at }: AddedReport,
  job: { type: 'circuit-report' | 'congregation-report'; targets: readonly string[] },
): Promise<void> {
  const jobId = `job-${id}`
  const frame = await readFrameDigest(db, { reportPaper: 'us-letter' })
  await runningJob(db, { ...job, id: jobId })
  const content = new TextEncoder().encode(`%PDF ${id}`)
  await files.write(reportStorageKey(id), content, 'application/pdf')
  const report = {
    id,
    circuitId: circuit,
    congregation: congregation ?? null,
    generatedAt: at,
    jobId,
    filename: `${congregation ?? 'Circuit'} ${circuit} ${id}.pdf`,
    size: content.length,
    storageKey: reportStorageKey(id),
    target: job.targets[0] ?? '',
    dataAsOf: null,
    generatedBy: null,
    pages: 2,
    volunteers: 3,
    contentDigest: 'as it is',
    frameDigest: at < importedAt ? 'another' : frame,
  }
  const isTaken = await insertReport(db, report, 'runner', importedAt)
  if (!isTaken) throw new Error('The report was not taken')
  await completeJob(db, jobId, 'runner', null)
}

async function addSync(db: Db): Promise<void> {
  await runningJob(db, { id: 'sync', type: 'import' })
  await completeJob(db, 'sync', 'runner', null)
  // The database's clock sets the time of its end.
  await db.deleteFrom('automation_status').where('eventType', '=', 'import-end').execute()
  await settleTimes(db)
}

/** Sets the times in jobs to fixed values. */
async function settleTimes(db: Db): Promise<void> {
  const at = importedAt
  await db
    .updateTable('jobs')
    .set({ createdAt: at, updatedAt: at, startedAt: at, elapsedTime: '1s' })
    .execute()
  await db.updateTable('jobs').set({ completedAt: at }).where('status', '=', 'completed').execute()
  await db.updateTable('notices').set({ createdAt: at }).execute()
}

/** Adds a job for reports of circuits, only some of which a limited user may see. */
export async function addSharedJobs(app: TestApp, circuits: readonly string[]): Promise<void> {
  const { db } = app
  await queuedJob(db, { id: 'shared', type: 'circuit-report', targets: circuits })
  const targets = circuits.map((circuit) => labelOf('Central', circuit, circuits))
  await queuedJob(db, { id: 'shared-too', type: 'congregation-report', targets })
  await queuedJob(db, { id: 'of-nothing', type: 'congregation-report', targets: ['Gone'] })
}

/** Adds a schedule that runs on Sundays and makes the reports of these circuits. */
export async function addSchedule(db: Db, circuits: readonly string[]): Promise<void> {
  const now = nowIso()
  const sundays = { days: [0], time: '08:00' }
  await db
    .insertInto('schedules')
    .values({
      id: 'schedule',
      days: toJson(sundays.days),
      time: sundays.time,
      reportsAfter: toJson(circuits),
      isActive: 1,
      nextRunAt: nextRunAt(sundays, now),
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}
