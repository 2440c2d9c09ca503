import { compareNames } from '@dashboard/contract/compare-names'
import type {
  CartCoverage,
  CircuitDetails,
  CongregationCoverage,
  CongregationDetails,
  MonthFigures,
} from '@dashboard/contract/coverage'
import { readIsSampleData, readLastImport } from '@dashboard/store/automation-status'
import { type ScopedDb, scopeOf } from '@dashboard/store/database/scoped-database'
import { listCongregationTargets } from '@dashboard/store/reports/report-targets'
import { selectVolunteerCounts } from '@dashboard/store/volunteers/volunteer-counts'
import { readReportCoverage } from './newest-reports.ts'
import { type CountWeek, noVolunteers } from './volunteer-counts.ts'

interface Facts {
  frame: string
  countWeek: CountWeek
}

type Place = { circuitId: string } | { congregationId: string }

/** Returns one circuit with its congregations; `undefined` when there is none with this name. */
export async function readCircuit(
  db: ScopedDb,
  name: string,
  { frame, countWeek }: Facts,
): Promise<CircuitDetails | undefined> {
  const circuit = await db
    .selectFrom('circuits')
    .select(['id', 'name'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!circuit) return undefined
  const [congregationList, volunteers, months, availability, carts, reportOf] = await Promise.all([
    readCongregations(db, name, frame),
    selectVolunteerCounts(db)
      .select('congregationId')
      .where('circuitId', '=', circuit.id)
      .groupBy('congregationId')
      .execute(),
    readMonths(db, name, ''),
    countWeek(scopeOf(db), { circuit: name }),
    readCarts(db, { circuitId: circuit.id }),
    readReportCoverage(db, frame),
  ])
  const sum = (key: 'volunteers' | 'trained' | 'available') =>
    volunteers.reduce((total, row) => total + row[key], 0)
  const byId = new Map(volunteers.map(({ congregationId, ...counts }) => [congregationId, counts]))
  return {
    circuit: name,
    congregations: congregationList.length,
    volunteers: sum('volunteers'),
    trained: sum('trained'),
    available: sum('available'),
    ...reportOf(name),
    congregationList: congregationList.map(({ id, ...congregation }) => ({
      ...congregation,
      ...(byId.get(id) ?? noVolunteers),
    })),
    months,
    availability,
    carts,
    lastImport: await readLastImport(db),
  }
}

/**
 * Returns one congregation, by its name or its label in the look-up options; `undefined` when its circuit has no such
 * congregation.
 */
export async function readCongregation(
  db: ScopedDb,
  { name: circuit, congregation }: { name: string; congregation: string },
  { frame, countWeek }: Facts,
): Promise<CongregationDetails | undefined> {
  const places = await readCongregations(db, circuit, frame)
  const place =
    places.find((each) => each.congregation === congregation) ??
    places.find((each) => each.target === congregation)
  if (!place) return undefined
  const { id, ...facts } = place
  const [counts, months, availability, carts] = await Promise.all([
    selectVolunteerCounts(db).where('congregationId', '=', id).executeTakeFirstOrThrow(),
    readMonths(db, circuit, place.congregation),
    countWeek(scopeOf(db), { congregationId: id }),
    readCarts(db, { congregationId: id }),
  ])
  return {
    ...facts,
    circuitName: circuit,
    ...counts,
    months,
    availability,
    carts,
    lastImport: await readLastImport(db),
  }
}

/** Returns the figures of each month, latest first; `congregation` is empty for the circuit as a whole. */
async function readMonths(
  db: ScopedDb,
  circuit: string,
  congregation: string,
): Promise<MonthFigures[]> {
  if (await readIsSampleData(db)) return []
  return db
    .selectFrom('month_figures')
    .select(['month', 'volunteers', 'trained', 'available', 'trainedAndAvailable'])
    .where('circuit', '=', circuit)
    .where('congregation', '=', congregation)
    .orderBy('month', 'desc')
    .execute()
}

async function readCarts(db: ScopedDb, place: Place): Promise<CartCoverage[]> {
  const rows = await db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('volunteers', 'volunteers.id', 'volunteer_cart_assignments.volunteerId')
    .innerJoin('cart_locations', 'cart_locations.id', 'volunteer_cart_assignments.locationId')
    .select((select) => [
      'cart_locations.name',
      select.fn.count<number>('volunteerId').distinct().as('volunteers'),
    ])
    .where((where) => where.and({ ...place }))
    .groupBy('cart_locations.name')
    .execute()
  return rows.sort((one, other) => compareNames(one.name, other.name))
}

type Unnumbered = Omit<CongregationCoverage, 'volunteers' | 'trained' | 'available'>

/** Returns the congregations in the order of the look-up options, each with the name that a report call accepts. */
async function readCongregations(
  db: ScopedDb,
  circuit: string,
  frame: string,
): Promise<(Unnumbered & { id: string })[]> {
  const targets = await listCongregationTargets(db)
  const reportOf = await readReportCoverage(db, frame, circuit)
  return targets
    .filter((target) => target.circuit === circuit)
    .map(({ id, name, label }) => ({ id, congregation: name, target: label, ...reportOf(name) }))
}
