import type { Db } from '@dashboard/store/database/open-database'
import type {
  CartLocationsTable,
  CircuitsTable,
  CongregationsTable,
  VolunteersTable,
} from '@dashboard/store/database/schema'
import type { CellValue, NamedValues } from '@dashboard/store/database/write-rows'
import { type RawBuilder, type Selectable, sql } from 'kysely'

export type CircuitRow = Selectable<CircuitsTable>
export type CongregationRow = Selectable<CongregationsTable>
export type VolunteerRow = Selectable<VolunteersTable>
export type LocationRow = Selectable<CartLocationsTable>

/** The places that are there before an import. */
export interface ExistingPlaces {
  circuits: CircuitRow[]
  congregations: CongregationRow[]
  locations: LocationRow[]
}

/** Tables whose rows belong to a volunteer. */
export type DetailTable =
  | 'volunteer_cart_assignments'
  | 'appointments'
  | 'availability_schedules'
  | 'emergency_contacts'

/** One kind of detail as it is read. */
export interface DetailColumns {
  table: DetailTable
  columns: readonly string[]
}

export interface ExistingDetail {
  id: string
  volunteerId: string
  /** At least its kind's columns. */
  values: NamedValues
}

/** Rows held at once in the driver's form, which takes several times the memory. */
const rowsPerPage = 2_000

export async function readPlaces(db: Db): Promise<ExistingPlaces> {
  return {
    circuits: await db.selectFrom('circuits').selectAll().execute(),
    congregations: await db.selectFrom('congregations').selectAll().execute(),
    locations: await db.selectFrom('cart_locations').selectAll().execute(),
  }
}

/** These columns of the volunteers in the order of their ids, a page at a time. */
export async function* readVolunteers<Row extends Pick<VolunteerRow, 'id'>>(
  db: Db,
  columns: readonly (keyof Row & keyof VolunteerRow)[],
  condition: RawBuilder<unknown> = sql`1 = 1`,
): AsyncGenerator<Row[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  let last = ''
  for (;;) {
    const { rows } = await sql<Row>`select ${names} from volunteers
      where id > ${last} and ${condition} order by id limit ${sql.lit(rowsPerPage)}`.execute(db)
    yield rows
    last = rows.at(-1)?.id ?? ''
    if (rows.length < rowsPerPage) return
  }
}

/** Whole rows of these volunteers. */
export async function readVolunteerRows(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, VolunteerRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('volunteers').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The details of one kind of these volunteers, in the order of their ids. */
export async function readDetails(
  db: Db,
  { table, columns }: DetailColumns,
  volunteerIds: readonly string[],
): Promise<ExistingDetail[]> {
  if (volunteerIds.length === 0) return []
  const names = sql.join(['id', 'volunteerId', ...columns].map((column) => sql.ref(column)))
  const { rows } = await sql<Record<string, CellValue>>`select ${names} from ${sql.table(table)}
    where "volunteerId" in (${sql.join(volunteerIds)}) order by id`.execute(db)
  return rows.map((values) => ({
    id: String(values.id),
    volunteerId: String(values.volunteerId),
    values,
  }))
}
