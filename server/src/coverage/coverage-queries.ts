import { compareNames, compareTexts } from '@dashboard/contract/compare-names'
import type { Coverage } from '@dashboard/contract/coverage'
import { dayMs } from '@dashboard/contract/duration'
import { localDay } from '@dashboard/contract/local-time'
import { readLastExport, readLastImport } from '@dashboard/store/automation-status'
import { toIso } from '@dashboard/store/database/column-values'
import { readVersion } from '@dashboard/store/database/data-versions'
import { type ScopedDb, scopeOf } from '@dashboard/store/database/scoped-database'
import { endedAs } from '@dashboard/store/jobs/list-jobs'
import { selectVolunteerCounts } from '@dashboard/store/volunteers/volunteer-counts'
import { sql } from 'kysely'
import { cacheNewest } from '../http/cache-newest.ts'
import { readReportCoverage } from './newest-reports.ts'
import { type CountWeek, noVolunteers } from './volunteer-counts.ts'

const jobHistoryMs = 30 * dayMs
const countedForMs = 60_000

/**
 * Returns a function that reads the parts that have no version of their own: the newest export and import, and the
 * ended jobs of the last 30 days by day.
 */
export function createEventsReader() {
  const cachedDays = cacheNewest<Coverage['jobsByDay']>()
  return async (db: ScopedDb) => {
    const now = Date.now()
    // Also counted again after a minute, since days pass.
    const version = `${await readVersion(db, 'jobs')} ${Math.floor(now / countedForMs)}`
    const [lastExport, lastImport, jobsByDay] = await Promise.all([
      readLastExport(db),
      readLastImport(db),
      cachedDays(scopeOf(db).key, version, () => readJobsByDay(db, now)),
    ])
    return { lastExport, lastImport, jobsByDay }
  }
}

/**
 * Returns a function that reads the parts that only imports, new reports and deleted reports change. What only imports
 * change is counted once after each import, since a job of many reports changes the others with every report.
 */
export function createVolunteeringReader(countWeek: CountWeek) {
  const cachedCounts = cacheNewest<Awaited<ReturnType<typeof readCounts>>>()
  return async (db: ScopedDb, frame: string) => {
    const version = await readVersion(db, 'volunteers')
    const [{ circuits, availability }, reportOf] = await Promise.all([
      cachedCounts(scopeOf(db).key, version, () => readCounts(db, countWeek)),
      readReportCoverage(db, frame),
    ])
    return {
      circuits: circuits.map((circuit) => ({ ...circuit, ...reportOf(circuit.circuit) })),
      availability,
    }
  }
}

async function readCounts(db: ScopedDb, countWeek: CountWeek) {
  const [circuits, availability] = await Promise.all([readCircuits(db), countWeek(scopeOf(db))])
  return { circuits, availability }
}

async function readCircuits(db: ScopedDb) {
  const [circuits, volunteers] = await Promise.all([
    db.selectFrom('circuits').select(['id', 'name', 'congregations']).execute(),
    selectVolunteerCounts(db).select('circuitId').groupBy('circuitId').execute(),
  ])
  const counts = new Map(volunteers.map(({ circuitId, ...count }) => [circuitId, count]))
  return circuits
    .map(({ id, name, congregations }) => ({
      circuit: name,
      congregations,
      ...(counts.get(id) ?? noVolunteers),
    }))
    .sort((one, other) => compareNames(one.circuit, other.circuit))
}

/**
 * Reads the ended jobs by day. The database counts them for each minute, since a day of the display begins at a whole
 * minute of UTC.
 */
async function readJobsByDay(db: ScopedDb, now: number): Promise<Coverage['jobsByDay']> {
  const minute = sql<string>`substr("createdAt", 1, 16)`
  const rows = await db
    .selectFrom('jobs')
    .select((select) => [
      minute.as('minute'),
      'status' as const,
      select.fn.countAll<number>().as('jobs'),
    ])
    .where('createdAt', '>', toIso(now - jobHistoryMs))
    // Jobs that were cancelled or did not run neither succeeded nor broke.
    .where((where) => where.or([endedAs('completed')(where), endedAs('failed')(where)]))
    .groupBy([minute, 'status'])
    .execute()
  const byDay = new Map<string, { day: string; completed: number; failed: number }>()
  for (const { minute, status, jobs } of rows) {
    const day = localDay(`${minute}:00.000Z`)
    const entry = byDay.getOrInsertComputed(day, () => ({ day, completed: 0, failed: 0 }))
    if (status === 'completed') entry.completed += jobs
    else entry.failed += jobs
  }
  return [...byDay.values()].sort((one, other) => compareTexts(one.day, other.day))
}
