import type { CircuitDetails, CongregationCoverage } from '@dashboard/contract/coverage'
import { countAvailability } from '@dashboard/store/availability'
import type { Db } from '@dashboard/store/database/open-database'
import { listCongregationTargets } from '@dashboard/store/report-targets'
import { readReportCoverage } from './newest-reports.ts'

/** One circuit with its congregations; `undefined` when there is none of this name. */
export async function readCircuit(
  db: Db,
  name: string,
  lastImport: string | null,
): Promise<CircuitDetails | undefined> {
  const circuit = await db
    .selectFrom('circuits')
    .select(['id', 'name'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!circuit) return undefined
  const [congregationList, volunteers, availability, reportOf] = await Promise.all([
    readCongregations(db, name, lastImport),
    countVolunteers(db, circuit.id),
    countAvailability(db, { circuitId: circuit.id }),
    readReportCoverage(db, lastImport),
  ])
  const sum = (key: 'volunteers' | 'trained' | 'available') =>
    volunteers.reduce((total, row) => total + row[key], 0)
  const byId = new Map(volunteers.map((row) => [row.congregationId, row]))
  return {
    circuit: name,
    congregations: congregationList.length,
    volunteers: sum('volunteers'),
    trained: sum('trained'),
    available: sum('available'),
    ...reportOf(name),
    congregationList: congregationList.map(({ id, ...congregation }) => ({
      ...congregation,
      volunteers: byId.get(id)?.volunteers ?? 0,
      trained: byId.get(id)?.trained ?? 0,
      available: byId.get(id)?.available ?? 0,
    })),
    availability,
    lastImport,
  }
}

type Unnumbered = Omit<CongregationCoverage, 'volunteers' | 'trained' | 'available'>

/** In the order of the look-up options, each with the name that a report call takes. */
async function readCongregations(
  db: Db,
  circuit: string,
  lastImport: string | null,
): Promise<(Unnumbered & { id: string })[]> {
  const targets = await listCongregationTargets(db)
  const reportOf = await readReportCoverage(db, lastImport, { congregationsOf: circuit })
  return targets
    .filter((target) => target.circuit === circuit)
    .map(({ id, name, label }) => ({ id, congregation: name, target: label, ...reportOf(name) }))
}

function countVolunteers(db: Db, circuitId: string) {
  return db
    .selectFrom('volunteers')
    .select((select) => [
      'congregationId',
      select.fn.countAll<number>().as('volunteers'),
      select.fn.sum<number>('trained').as('trained'),
      select.fn.sum<number>('available').as('available'),
    ])
    .where('circuitId', '=', circuitId)
    .groupBy('congregationId')
    .execute()
}
