import type { Db } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import type { NamedValues } from '@dashboard/store/database/write-rows'
import { joinKey, nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import { type Selectable, sql } from 'kysely'

export type CircuitRow = Selectable<Database['circuits']>
export type CongregationRow = Selectable<Database['congregations']>
export type VolunteerRow = Selectable<Database['volunteers']>
export type LocationRow = Selectable<Database['cart_locations']>

export interface ExistingPlaces {
  circuits: CircuitRow[]
  congregations: CongregationRow[]
  locations: LocationRow[]
}

export type DetailTable =
  | 'volunteer_cart_assignments'
  | 'appointments'
  | 'availability_schedules'
  | 'emergency_contacts'

export interface DetailColumns {
  table: DetailTable
  columns: readonly string[]
}

/** Has at least the columns of its kind. */
export type Detail = NamedValues & { id: string; volunteerId: string }

/** Rows held at once in the form of the database driver, which takes several times the memory. */
const rowsPerPage = 2_000

export async function readPlaces(db: Db): Promise<ExistingPlaces> {
  return {
    circuits: await db.selectFrom('circuits').selectAll().execute(),
    congregations: await db.selectFrom('congregations').selectAll().execute(),
    locations: await db.selectFrom('cart_locations').selectAll().execute(),
  }
}

export async function readVolunteerRows(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, VolunteerRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('volunteers').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the details of one kind of these volunteers, in the order of their ids. */
export async function readDetails(
  db: Db,
  { table, columns }: DetailColumns,
  volunteerIds: readonly string[],
): Promise<Detail[]> {
  if (volunteerIds.length === 0) return []
  const names = sql.join(['id', 'volunteerId', ...columns].map((column) => sql.ref(column)))
  const { rows } = await sql<Detail>`select ${names} from ${sql.table(table)}
    where "volunteerId" in (${sql.join(volunteerIds)}) order by id`.execute(db)
  return rows
}

/** The fields that an import holds in memory for every existing volunteer: few, since there may be 100,000. */
export interface KnownVolunteer
  extends Readonly<Pick<VolunteerRow, 'id' | 'locustId' | 'circuitId' | 'congregationId'>> {
  /** The name as it is written (`spellingOf`). */
  spelling: string
  /** Whether a row of the sheet matches this volunteer; volunteers without a row are removed. */
  isMatched: boolean
  /** Where the row has the volunteer, if it is another place. */
  movesTo?: string
}

/** Returns a name as it is spelled, ignoring case: namesakes may differ in accents and the like. */
export function spellingOf({ firstName, lastName }: Pick<VolunteerRow, 'firstName' | 'lastName'>) {
  return joinKey(firstName, lastName).toLowerCase()
}

export interface Namesakes {
  /** Keyed by name, congregation and circuit (`personKey`). */
  here: ReadonlyMap<string, KnownVolunteer[]>
  /** Keyed by name alone (`nameKey`). */
  anywhere: ReadonlyMap<string, KnownVolunteer[]>
}

/** Reads all volunteers in the order of their ids, a page at a time. */
export async function readKnownVolunteers(
  db: Db,
  { circuits, congregations }: Pick<ExistingPlaces, 'circuits' | 'congregations'>,
): Promise<{ known: KnownVolunteer[]; namesakes: Namesakes }> {
  const known: KnownVolunteer[] = []
  const here = new Map<string, KnownVolunteer[]>()
  const anywhere = new Map<string, KnownVolunteer[]>()
  const names = new Map([...circuits, ...congregations].map(({ id, name }) => [id, name]))
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows = await db
      .selectFrom('volunteers')
      .select(['id', 'locustId', 'firstName', 'lastName', 'circuitId', 'congregationId'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsPerPage)
      .execute()
    for (const { firstName, lastName, ...row } of rows) {
      const spelling = spellingOf({ firstName, lastName })
      const volunteer: KnownVolunteer = { ...row, spelling, isMatched: false }
      const circuit = names.get(row.circuitId ?? '') ?? ''
      const congregation = names.get(row.congregationId ?? '') ?? ''
      const person = { firstName, lastName, circuit, congregation }
      known.push(volunteer)
      here.getOrInsertComputed(personKey(person), () => []).push(volunteer)
      anywhere.getOrInsertComputed(nameKey(person), () => []).push(volunteer)
    }
    last = rows.at(-1)?.id
  }
  return { known, namesakes: { here, anywhere } }
}
