import { foldName } from '@dashboard/contract/fold-text'
import { fromJson, toJson } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import type { Database } from '@dashboard/store/database/schema'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { lockReports } from '@dashboard/store/reports/stored-reports'
import { lockSchedules } from '@dashboard/store/schedules/pause-schedules'
import { sql } from 'kysely'
import type { ImportPlan } from '../planning/plan-import.ts'

/**
 * Reports, limits of users, call lists, schedules, saved filters and the history name places. If an import spells the
 * name of a place differently (docs/sheet-format.md#matching), they are updated here.
 */

/** A name before and after an import. */
interface Respelled {
  was: string
  now: string
}

interface RespelledCongregation extends Respelled {
  id: string
  /** The circuit's name before and after. */
  circuit: Respelled
}

export interface RespelledPlaces {
  circuits: Respelled[]
  /** Congregations whose name changes, or that of their circuit. */
  congregations: RespelledCongregation[]
  locations: Respelled[]
  hasNewCircuit: boolean
}

/** Returns the places that a plan spells differently; call it before the changes are written. */
export async function findRespelled(
  tx: Db,
  { circuits, places }: Pick<ImportPlan, 'circuits' | 'places'>,
): Promise<RespelledPlaces> {
  const named = [...circuits, ...places.congregations, ...places.locations]
  const after = new Map(named.map(({ id, name }) => [id, name]))
  const respell = (row: { id: string; name: string }) => ({
    was: row.name,
    now: after.get(row.id) ?? row.name,
  })
  const circuitsBefore = await tx.selectFrom('circuits').select(['id', 'name']).execute()
  const congregations = await tx
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.id', 'congregations.name', 'circuitId', 'circuits.name as circuit'])
    .execute()
  const locations = await tx.selectFrom('cart_locations').select(['id', 'name']).execute()
  const known = new Set(circuitsBefore.map(({ id }) => id))
  return {
    circuits: circuitsBefore.map(respell).filter(isRespelled),
    congregations: congregations
      .map(({ circuitId, circuit, ...row }) => ({
        id: row.id,
        ...respell(row),
        circuit: respell({ id: circuitId, name: circuit }),
      }))
      .filter((row) => isRespelled(row) || isRespelled(row.circuit)),
    locations: locations.map(respell).filter(isRespelled),
    hasNewCircuit: circuits.some(({ id }) => !known.has(id)),
  }
}

function isRespelled({ was, now }: Respelled): boolean {
  return was !== now
}

/**
 * Updates everything that names these places; call it after the changes are written. Limits and schedules also follow a
 * circuit that comes back in another spelling.
 */
export async function respellPlaces(tx: Db, places: RespelledPlaces): Promise<void> {
  const { circuits, congregations, locations, hasNewCircuit } = places
  const isAnyRespelled = [...circuits, ...congregations, ...locations].length > 0
  if (!isAnyRespelled && !hasNewCircuit) return
  const respellCircuit = await circuitSpeller(tx, circuits)
  const respellList = (text: string) => {
    const names = fromJson<unknown>(text)
    return Array.isArray(names) ? toJson([...new Set(names.map(respellCircuit))]) : text
  }
  await lockReports(tx)
  await lockSchedules(tx)
  await rewrite(tx, 'users', 'circuits', respellList)
  await rewrite(tx, 'volunteer_lists', 'circuits', respellList)
  await rewrite(tx, 'schedules', 'reportsAfter', respellList)
  await rewrite(tx, 'schedule_runs', 'reportsAfter', respellList)
  await raiseVersion(tx, 'schedules')
  if (!isAnyRespelled) return
  const respellFilters = await filterSpeller(tx, places)
  await rewrite(tx, 'saved_filters', 'filters', respellFilters)
  for (const columns of placeColumns) {
    await renameCongregations(tx, columns, congregations)
    await renameCircuits(tx, columns, circuits)
  }
  await renameLists(tx, 'circuit', circuits)
  await renameLists(tx, 'location', locations)
  // What they print has changed, and is stored under the new names after this.
  const former = [
    ...circuits.map(({ was }) => reportPlace(was, null)),
    ...congregations.map(({ was, circuit }) => reportPlace(circuit.was, was)),
  ]
  for (const some of inBatches(former)) {
    await tx.deleteFrom('report_contents').where('place', 'in', some).execute()
  }
  await raiseVersion(tx, 'calls')
  await raiseVersion(tx, 'jobs')
}

/** Returns a function that returns the present name of a circuit, whose spelling may have changed. */
async function circuitSpeller(tx: Db, circuits: readonly Respelled[]) {
  const rows = await tx.selectFrom('circuits').select('name').execute()
  const present = new Set(rows.map(({ name }) => name))
  const respelled = new Map(circuits.map(({ was, now }) => [was, now]))
  const byFold = Map.groupBy(present, foldName)
  return (name: string): string => {
    if (present.has(name)) return name
    const [only, another] = byFold.get(foldName(name)) ?? []
    return respelled.get(name) ?? (another === undefined ? only : undefined) ?? name
  }
}

/** Returns a function that returns the query of saved filters with the present names of places. */
async function filterSpeller(tx: Db, { circuits, congregations, locations }: RespelledPlaces) {
  const rows = await tx.selectFrom('congregations').select('name').execute()
  const present = new Set(rows.map(({ name }) => name))
  const labels = congregations.flatMap(({ was, now, circuit }): Respelled[] => [
    { was: `${was} (${circuit.was})`, now: `${now} (${circuit.now})` },
    // Another circuit may have a congregation of the former name.
    ...(present.has(was) ? [] : [{ was, now }]),
  ])
  const namesOf: Record<string, ReadonlyMap<string, string>> = {
    circuit: toMap(circuits),
    congregation: toMap(labels),
    location: toMap(locations),
  }
  return (filters: string): string => {
    const entries = [...new URLSearchParams(filters)]
    const now = entries.map(([key, value]) => [key, namesOf[key]?.get(value) ?? value])
    return entries.every(([, value], index) => value === now[index]?.[1])
      ? filters
      : new URLSearchParams(now).toString()
  }
}

function toMap(names: readonly Respelled[]): Map<string, string> {
  return new Map(names.map(({ was, now }) => [was, now]))
}

/** Rewrites the texts of a column; rows whose text stays are left alone. */
async function rewrite(
  tx: Db,
  table: keyof Database,
  column: string,
  respell: (text: string) => string,
): Promise<void> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, ${sql.ref(column)} as text from ${sql.table(table)}
    where ${sql.ref(column)} is not null`.execute(tx)
  for (const { id, text } of rows) {
    const now = respell(text)
    if (now === text) continue
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now} where id = ${id}`.execute(
      tx,
    )
  }
}

interface PlaceColumns {
  table: keyof Database
  circuit: string
  congregation?: string
  /** Whether a row also has the key `reportPlace`. */
  hasKey?: boolean
  /** With the circuit, this column is unique. */
  uniqueWith?: string
}

/** Where the names of circuits and congregations are stored. */
const placeColumns: readonly PlaceColumns[] = [
  { table: 'reports', circuit: 'circuitId', congregation: 'congregation', hasKey: true },
  { table: 'job_circuits', circuit: 'circuit', uniqueWith: 'jobId' },
  { table: 'call_outcomes', circuit: 'circuit', congregation: 'congregation' },
  { table: 'import_places', circuit: 'circuit', congregation: 'congregation' },
  { table: 'month_figures', circuit: 'circuit', congregation: 'congregation' },
  { table: 'import_changes', circuit: 'fromCircuit', congregation: 'fromCongregation' },
  { table: 'import_changes', circuit: 'toCircuit', congregation: 'toCongregation' },
  { table: 'import_rejects', circuit: 'circuit', congregation: 'congregation' },
]

async function renameCongregations(
  tx: Db,
  { table, circuit, congregation, hasKey }: PlaceColumns,
  congregations: readonly RespelledCongregation[],
): Promise<void> {
  if (congregation === undefined) return
  const key = hasKey ? sql`, place = respelled.circuit || ${sql.lit('\n')} || respelled.now` : sql``
  for (const some of inBatches(congregations.filter(isRespelled), namesPerStatement)) {
    const values = some.map((each) => sql`(${each.circuit.was}, ${each.was}, ${each.now})`)
    await sql`with respelled (circuit, was, now) as (values ${sql.join(values)})
      update ${sql.table(table)} set ${sql.ref(congregation)} = respelled.now ${key} from respelled
      where ${sql.ref(`${table}.${circuit}`)} = respelled.circuit
        and ${sql.ref(`${table}.${congregation}`)} = respelled.was`.execute(tx)
  }
}

async function renameCircuits(
  tx: Db,
  { table, circuit, hasKey, uniqueWith }: PlaceColumns,
  circuits: readonly Respelled[],
): Promise<void> {
  const key = hasKey
    ? sql`, place = respelled.now || substr(place, length(respelled.was) + 1)`
    : sql``
  const isFree = uniqueWith
    ? sql`and not exists (select 1 from ${sql.table(table)} as other
        where ${sql.ref(`other.${uniqueWith}`)} = ${sql.ref(`${table}.${uniqueWith}`)}
          and ${sql.ref(`other.${circuit}`)} = respelled.now)`
    : sql``
  for (const some of inBatches(circuits, namesPerStatement)) {
    const values = some.map(({ was, now }) => sql`(${was}, ${now})`)
    await sql`with respelled (was, now) as (values ${sql.join(values)})
      update ${sql.table(table)} set ${sql.ref(circuit)} = respelled.now ${key} from respelled
      where ${sql.ref(`${table}.${circuit}`)} = respelled.was ${isFree}`.execute(tx)
  }
}

const namesPerStatement = 200

/** A list under the new name for the same time may exist, from before the place was gone for a while. */
async function renameLists(
  tx: Db,
  kind: 'circuit' | 'location',
  names: readonly Respelled[],
): Promise<void> {
  for (const { was, now } of names) {
    await sql`update call_lists set place = ${now} where kind = ${kind} and place = ${was}
      and not exists (select 1 from call_lists as other
        where other.kind = ${kind} and other.place = ${now}
          and other.day = call_lists.day and other."timeSlot" = call_lists."timeSlot")`.execute(tx)
  }
}
