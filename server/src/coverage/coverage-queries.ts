import type { CircuitCoverage, Coverage } from '@dashboard/contract/coverage'
import { displayTimeZone } from '@dashboard/contract/limits'
import { readLastImport } from '@dashboard/store/automation-status'
import { countAvailability } from '@dashboard/store/availability'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { compareNaturally } from '@dashboard/store/report-targets'
import { readReportCoverage } from './newest-reports.ts'

const jobHistoryMs = 30 * 24 * 3_600_000

/** The cheap part, which has no version: a job drops out of the last 30 days without any change. */
export type RecentEvents = Pick<Coverage, 'lastExport' | 'lastImport' | 'jobsByDay'>

/** Newest export and import, and the jobs of the days before `now` (milliseconds). */
export async function readRecentEvents(db: Db, now = Date.now()): Promise<RecentEvents> {
  const [lastExport, lastImport, jobsByDay] = await Promise.all([
    readLastExport(db),
    readLastImport(db),
    readJobsByDay(db, now),
  ])
  return { lastExport, lastImport, jobsByDay }
}

/** What only imports, new reports and deleted ones change, and so follows the version of `reports`. */
export async function readCircuitsAndAvailability(
  db: Db,
  lastImport: string | null,
): Promise<Pick<Coverage, 'circuits' | 'availability'>> {
  const [circuits, availability] = await Promise.all([
    readCircuits(db, lastImport),
    countAvailability(db),
  ])
  return { circuits, availability }
}

async function readLastExport(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('automation_status')
    .select('lastTimestamp')
    .where('eventType', '=', 'export')
    .executeTakeFirst()
  return row?.lastTimestamp ?? null
}

async function readCircuits(db: Db, lastImport: string | null): Promise<CircuitCoverage[]> {
  const [circuits, volunteers, reportOf] = await Promise.all([
    db.selectFrom('circuits').select(['id', 'name', 'congregations']).execute(),
    db
      .selectFrom('volunteers')
      .select((select) => [
        'circuitId',
        select.fn.countAll<number>().as('volunteers'),
        select.fn.sum<number>('trained').as('trained'),
        select.fn.sum<number>('available').as('available'),
      ])
      .groupBy('circuitId')
      .execute(),
    readReportCoverage(db, lastImport),
  ])
  const counts = new Map(volunteers.map((row) => [row.circuitId, row]))
  return circuits
    .map((circuit) => {
      const count = counts.get(circuit.id)
      return {
        circuit: circuit.name,
        congregations: circuit.congregations,
        volunteers: count?.volunteers ?? 0,
        trained: count?.trained ?? 0,
        available: count?.available ?? 0,
        ...reportOf(circuit.name),
      }
    })
    .sort((one, other) => compareNaturally(one.circuit, other.circuit))
}

async function readJobsByDay(db: Db, now: number): Promise<Coverage['jobsByDay']> {
  const rows = await db
    .selectFrom('jobs')
    .select(['createdAt', 'status'])
    .where('createdAt', '>', toIso(now - jobHistoryMs))
    .where('status', 'in', ['completed', 'failed'])
    .execute()
  // The Swedish way of writing a date is YYYY-MM-DD.
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: displayTimeZone, dateStyle: 'short' })
  const byDay = new Map<string, { day: string; completed: number; failed: number }>()
  for (const { createdAt, status } of rows) {
    const day = dayOf.format(new Date(createdAt))
    const entry = byDay.get(day) ?? { day, completed: 0, failed: 0 }
    if (status === 'completed') entry.completed += 1
    else entry.failed += 1
    byDay.set(day, entry)
  }
  return [...byDay.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}
