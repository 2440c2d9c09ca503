import { compareNames } from '@dashboard/contract/compare-names'
import { foldName } from '@dashboard/contract/fold-text'
import type { Db } from '@dashboard/store/database/open-database'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import { readIsTrainingKnown } from '@dashboard/store/volunteers/availability'
import { nameOrder } from './printed-names.ts'
import type { CircuitContent, CongregationContent, ReportCongregation } from './report-data.ts'
import { readVolunteers } from './volunteer-queries.ts'

/** Reads the content of a circuit's report; `undefined` when no circuit has this name. */
export async function readCircuitReport(
  db: Db,
  circuitName: string,
): Promise<CircuitContent | undefined> {
  const circuit = await db
    .selectFrom('circuits')
    .select(['id', 'name'])
    .where('name', '=', circuitName)
    .executeTakeFirst()
  if (!circuit) return undefined
  const congregations = await db
    .selectFrom('congregations')
    .select(['id', 'name', 'language', 'city'])
    .where('circuitId', '=', circuit.id)
    .execute()
  congregations.sort((one, other) => compareNames(one.name, other.name))
  const volunteers = await readVolunteers(db, { circuitId: circuit.id })
  const ofCongregation = Map.groupBy(volunteers, (volunteer) => volunteer.congregationId)
  const listed: ReportCongregation[] = congregations.map(({ id, ...congregation }) => ({
    ...congregation,
    volunteers: (ofCongregation.get(id) ?? []).sort(nameOrder(congregation.language)),
  }))
  const others = ofCongregation.get(null)
  if (others) {
    others.sort(nameOrder(null))
    listed.push({ name: null, language: null, city: null, volunteers: others })
  }
  const isTrainingKnown = await readIsTrainingKnown(db)
  return { kind: 'circuit', circuit: circuit.name, congregations: listed, isTrainingKnown }
}

/** Reads the content of a congregation's report; `undefined` when no congregation has this id. */
export async function readCongregationReport(
  db: Db,
  congregationId: string,
): Promise<CongregationContent | undefined> {
  const row = await db
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select([
      'congregations.name',
      'congregations.language',
      'congregations.city',
      'circuits.name as circuit',
    ])
    .where('congregations.id', '=', congregationId)
    .executeTakeFirst()
  if (!row) return undefined
  const { circuit, ...congregation } = row
  const volunteers = await readVolunteers(db, { congregationId })
  volunteers.sort(nameOrder(congregation.language))
  return {
    kind: 'congregation',
    circuit,
    congregation: { ...congregation, volunteers },
    isTrainingKnown: await readIsTrainingKnown(db),
  }
}

/**
 * Returns a function that finds congregations by the label in a job (docs/volunteers.md#filters). A label that an
 * import has changed meanwhile still finds its congregation if only one matches.
 */
export async function congregationFinder(db: Db): Promise<(label: string) => string | undefined> {
  const targets = await listCongregationTargets(db)
  const byLabel = new Map(targets.map((target) => [target.label, target.id]))
  const byName = Map.groupBy(targets, (target) => foldName(target.name))
  const byFullName = new Map(
    targets.map(({ id, name, circuit }) => [foldName(`${name} (${circuit})`), id]),
  )
  return (label) => {
    const folded = foldName(label)
    const named = byName.get(folded)
    const onlyOne = named?.length === 1 ? named[0]?.id : undefined
    return byLabel.get(label) ?? onlyOne ?? byFullName.get(folded)
  }
}

/** Returns the name of a circuit that an import has respelled since a job was queued. */
export async function findRespelledCircuit(db: Db, name: string): Promise<string | undefined> {
  const names = await listCircuitNames(db)
  return names.find((each) => foldName(each) === foldName(name))
}
