import type { Db } from '@dashboard/store/database/open-database'
import type {
  CartLocationsTable,
  CircuitsTable,
  CongregationsTable,
  Database,
  VolunteersTable,
} from '@dashboard/store/database/schema'
import { type RawBuilder, type Selectable, sql } from 'kysely'

export type CircuitRow = Selectable<CircuitsTable>
export type CongregationRow = Selectable<CongregationsTable>
export type VolunteerRow = Selectable<VolunteersTable>
export type LocationRow = Selectable<CartLocationsTable>

/** The database before an import, without the volunteers' details. */
export interface ExistingData {
  circuits: CircuitRow[]
  congregations: CongregationRow[]
  volunteers: VolunteerRow[]
  locations: LocationRow[]
}

export type CellValue = string | number | null
/** Values by the names of their columns, in any order. */
export type NamedValues = Readonly<Record<string, CellValue>>

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
const rowsPerPage = 5_000

export async function readExisting(db: Db): Promise<ExistingData> {
  return {
    circuits: await db.selectFrom('circuits').selectAll().execute(),
    congregations: await db.selectFrom('congregations').selectAll().execute(),
    volunteers: await Array.fromAsync(readPages<VolunteerRow>(db, 'volunteers', sql`*`)),
    locations: await db.selectFrom('cart_locations').selectAll().execute(),
  }
}

/** All details of one kind: with 50,000 volunteers a few hundred thousand. */
export async function* readDetails(
  db: Db,
  { table, columns }: DetailColumns,
): AsyncGenerator<ExistingDetail> {
  const names = sql.join(['id', 'volunteerId', ...columns].map((column) => sql.ref(column)))
  for await (const values of readPages<Record<string, CellValue>>(db, table, names)) {
    yield { id: String(values.id), volunteerId: String(values.volunteerId), values }
  }
}

/** A table's rows as plain objects, in the order of their ids. */
async function* readPages<Row extends Record<'id', CellValue> | Record<string, CellValue>>(
  db: Db,
  table: keyof Database,
  columns: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  let last: CellValue = ''
  for (;;) {
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)}
      where id > ${last} order by id limit ${sql.lit(rowsPerPage)}`.execute(db)
    for (const row of rows) yield { ...row }
    last = rows.at(-1)?.id ?? ''
    if (rows.length < rowsPerPage) return
  }
}
