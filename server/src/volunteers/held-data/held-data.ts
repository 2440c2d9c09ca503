import { auditActionLabels } from '@dashboard/contract/audit-actions'
import type { FieldChange } from '@dashboard/contract/imports'
import type { EmergencyContact, Volunteer } from '@dashboard/contract/volunteers'
import { fromJson, fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { sql } from 'kysely'
import { readContacts, readVolunteer } from '../read-volunteer.ts'
import type { VolunteerIndex } from '../search/build-index.ts'

/** A value of the sheet or the database, as it is shown. */
type Cell = string | number | boolean | null

/** A circuit, and the congregation in it if that is known. */
interface Place {
  circuit: string
  congregation: string | null
}

/** Everything that is held about one person (docs/privacy.md#everything-about-one-person). */
export interface HeldData {
  id: string
  /** The person's row of the last import; `null` when the person has left. */
  volunteer: Record<string, Cell> | null
  availability: { dayOfWeek: string; timeSlot: string }[]
  cartLocations: { name: string; category: string | null }[]
  appointments: { title: string; category: string | null }[]
  emergencyContacts: EmergencyContact[]
  /** The row of the sheet, unchanged. */
  sheetRows: { row: number; values: Record<string, string> }[]
  changes: Awaited<ReturnType<typeof readChanges>>
  calls: Awaited<ReturnType<typeof readCalls>>
  /** Reports of the places where the person was. */
  reports: Awaited<ReturnType<typeof readReports>>
  seen: Awaited<ReturnType<typeof readAccesses>>
}

/** Returns everything that is held about a person; `undefined` when nothing is held under this id. */
export async function readHeldData(
  db: Db,
  id: string,
  index: VolunteerIndex,
): Promise<HeldData | undefined> {
  const visible = within(db, everyCircuit)
  const found = await readVolunteer(visible, id, { scope: everyCircuit, index })
  const [changes, calls] = await Promise.all([readChanges(db, id), readCalls(db, id)])
  if (!found && changes.length === 0 && calls.length === 0) return undefined
  const { availability = [], cartLocations = [], appointments = [] } = found ?? {}
  return {
    id,
    volunteer: found ? plainFacts(found) : null,
    availability,
    cartLocations,
    appointments,
    emergencyContacts: (await readContacts(visible, id)) ?? [],
    sheetRows: found ? await readSheetRows(db, found) : [],
    changes,
    calls,
    reports: await readReports(db, placesOf(found, changes)),
    seen: await readAccesses(db, id),
  }
}

/** Returns the fields that have no list of their own. */
function plainFacts(volunteer: Volunteer): Record<string, Cell> {
  const { availability, cartLocations, appointments, history, emergencyContacts, ...facts } =
    volunteer
  return facts
}

/** Returns the values before and after each import whose details are stored, newest first. */
async function readChanges(db: Db, volunteerId: string) {
  const rows = await db
    .selectFrom('import_changes')
    .innerJoin('imports', 'imports.id', 'import_changes.importId')
    .select(['importId', 'imports.createdAt as at', 'state', 'import_changes.kind', 'fields'])
    .select(['import_changes.name', 'locustId'])
    .select(['fromCircuit', 'fromCongregation', 'toCircuit', 'toCongregation'])
    .where('volunteerId', '=', volunteerId)
    .orderBy('imports.number', 'desc')
    .execute()
  return rows.map(({ fields, ...row }) => ({ ...row, fields: fromJson<FieldChange[]>(fields) }))
}

function readCalls(db: Db, volunteerId: string) {
  return db
    .selectFrom('call_outcomes')
    .innerJoin('call_lists', 'call_lists.id', 'call_outcomes.listId')
    .select(['kind', 'place', 'day', 'timeSlot', 'firstName', 'lastName', 'phone'])
    .select(['outcome', 'by', 'at'])
    .where('volunteerId', '=', volunteerId)
    .orderBy('at', 'desc')
    .execute()
}

/** Returns the places where the person is and has been, as far as these are stored. */
function placesOf(found: Volunteer | undefined, changes: HeldData['changes']): Place[] {
  const all = [
    { circuit: found?.circuit ?? null, congregation: found?.congregation ?? null },
    ...changes.flatMap(({ fromCircuit, fromCongregation, toCircuit, toCongregation }) => [
      { circuit: fromCircuit, congregation: fromCongregation },
      { circuit: toCircuit, congregation: toCongregation },
    ]),
  ]
  return all.flatMap(({ circuit, congregation }) =>
    circuit === null ? [] : [{ circuit, congregation: plainName(congregation, circuit) }],
  )
}

/** Returns the name without the circuit, which follows a name that several circuits use. */
function plainName(congregation: string | null, circuit: string): string | null {
  const suffix = ` (${circuit})`
  return congregation?.endsWith(suffix) ? congregation.slice(0, -suffix.length) : congregation
}

async function readReports(db: Db, places: readonly Place[]) {
  const circuits = [...new Set(places.map(({ circuit }) => circuit))]
  if (circuits.length === 0) return []
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'filename', 'circuitId as circuit', 'congregation', 'generatedAt'])
    .where('circuitId', 'in', circuits)
    .orderBy('generatedAt', 'desc')
    .execute()
  return rows.filter(
    ({ circuit, congregation }) =>
      congregation === null ||
      places.some((place) => place.circuit === circuit && place.congregation === congregation),
  )
}

/** Returns the audit log's entries of the person, newest first (docs/privacy.md#who-saw-it). */
async function readAccesses(db: Db, volunteerId: string) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'actor as by', 'action'])
    .where('subject', '=', `volunteer:${volunteerId}`)
    .orderBy('sequence', 'desc')
    .execute()
  return rows.map(({ at, by, action }) => ({ at, by, what: auditActionLabels[action] }))
}

/** Returns the person's rows of the last import, by Locust ID or else by both names. */
async function readSheetRows(db: Db, { locustId, firstName, lastName }: Volunteer) {
  const wanted = locustId === null ? [firstName, lastName] : [locustId]
  const rows = await db
    .selectFrom('raw_import_data')
    .select(['rowIndex', 'rawData'])
    .where((where) => where.and(wanted.map((text) => holds(JSON.stringify(text).slice(1, -1)))))
    .orderBy('rowIndex')
    .execute()
  return rows
    .map(({ rowIndex, rawData }) => ({
      row: rowIndex,
      values: fromJsonOr<Record<string, string>>(rawData, {}),
    }))
    .filter(({ values }) => {
      const cells = new Set(Object.values(values).map((value) => String(value).trim()))
      return wanted.every((text) => cells.has(text))
    })
}

/** Whether a row contains a text; this condition works on both databases. */
function holds(text: string) {
  return sql<boolean>`replace("rawData", ${text}, '') <> "rawData"`
}
