import { randomUUIDv7 } from 'node:crypto'
import { toJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { type Database, tables } from '@dashboard/store/database/schema'
import {
  type NamedValues,
  quoted,
  rowsPerStatement,
  upsertRows,
} from '@dashboard/store/database/write-rows'
import { CompiledQuery } from 'kysely'
import type { JobContext } from '../../job-context.ts'
import type { SheetRow } from '../reading/read-sheet.ts'
import type { PersonChange } from './describe-change.ts'
import { type DetailKind, detailKinds } from './detail-kinds.ts'
import { detailColumns, type VolunteerChanges } from './plan-volunteers.ts'

type RawRow = Pick<SheetRow, 'rowIndex' | 'rawData'>

/** A skipped row, with the time since which it has been skipped. */
export type StagedReject = Omit<Database['import_rejects'], 'id' | 'importId'>

export interface StagedRows {
  name: string
  /** The table whose columns these rows have. */
  table: keyof Database
  columns: readonly string[]
}

export const staged = {
  rawRows: stagedRows('plan_raw_rows', 'raw_import_data', ['rowIndex', 'id', 'rawData']),
  volunteers: stagedRows('plan_volunteers', 'volunteers'),
  hashes: stagedRows('plan_hashes', 'volunteers', ['id', 'rowHash']),
  added: (kind: DetailKind) => stagedRows(`plan_${kind.table}`, kind.table, detailColumns(kind)),
  people: stagedRows('plan_people', 'import_changes'),
  rejects: stagedRows('plan_rejects', 'import_rejects'),
  removed: (kind: DetailKind) => stagedRows(`plan_removed_${kind.table}`, kind.table, ['id']),
}

function stagedRows(
  name: string,
  table: keyof Database,
  columns: readonly string[] = Object.keys(tables[table]).filter((column) => column !== 'importId'),
): StagedRows {
  return { name, table, columns }
}

/** Rows that are stored until the plan is applied, and then written. */
export const plannedRows: readonly StagedRows[] = [
  staged.volunteers,
  staged.hashes,
  ...detailKinds.flatMap((kind) => [staged.added(kind), staged.removed(kind)]),
]

const allStaged = [staged.rawRows, staged.people, staged.rejects, ...plannedRows]

/**
 * On PostgreSQL, rows are stored as they were sent, up to a thousand in one text: writing them to typed columns first
 * would double the time.
 */
export const chunks = 'plan_chunks'
const postgresTables = [
  `create temporary table ${chunks} ("chunkNumber" serial, "chunkOf" text, "chunkRows" text)`,
  // Compressing them would take longer than writing them.
  `alter table ${chunks} alter column "chunkRows" set storage external`,
]

function sqliteTable({ name, table, columns }: StagedRows): string {
  if (name === staged.rawRows.name) {
    return `create temporary table "${name}" ("rowIndex" integer primary key, id text, "rawData" text)`
  }
  return `create temporary table "${name}" as select ${quoted(columns)} from "${table}" where 1 = 0`
}

/** Returns what follows `from` in a statement that reads staged rows, under the alias `staged`. */
export function fromStaged(connection: Db, { name, table, columns }: StagedRows): string {
  if (!isPostgres(connection)) return `"${name}" as staged`
  const row = columns.map((column) => `row."${column}"`).join(', ')
  return `(select ${row} from ${chunks}, json_populate_recordset(null::"${table}", "chunkRows"::json) as row
    where "chunkOf" = '${name}') as staged`
}

/**
 * Does `work` on one connection with the temporary tables, which are invisible to others, and drops these afterwards,
 * because another import may use the connection later.
 */
export function withStage<T>(
  { db, signal }: Pick<JobContext, 'db' | 'signal'>,
  work: (connection: Db, stage: PlanStage) => Promise<T>,
): Promise<T> {
  const isChunked = isPostgres(db)
  const names = isChunked ? [chunks] : allStaged.map(({ name }) => name)
  return db.connection().execute(async (connection) => {
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    for (const text of isChunked ? postgresTables : allStaged.map(sqliteTable)) await run(text)
    try {
      return await work(connection, new PlanStage(connection, signal))
    } finally {
      // If the connection was lost, its temporary tables are gone as well.
      for (const name of names) await run(`drop table if exists "${name}"`).catch(() => {})
    }
  })
}

/**
 * Holds the rows that an import is going to write in temporary tables of the connection that will write them. The plan
 * therefore takes no memory, however large the sheet, and its transaction moves whole tables
 * (docs/decisions/0026-import-stage.md). Temporary tables lock nothing and end with the connection.
 */
export class PlanStage {
  readonly #connection: Db
  readonly #signal: AbortSignal
  /** Rows not written yet, keyed by their table. */
  readonly #held = new Map<string, { table: StagedRows; rows: NamedValues[] }>()
  readonly #numbered = new Map<string, number>()

  constructor(connection: Db, signal: AbortSignal) {
    this.#connection = connection
    this.#signal = signal
  }

  async addRawRows(rows: readonly RawRow[]): Promise<void> {
    await this.#put(
      staged.rawRows,
      rows.map(({ rowIndex, rawData }) => ({ rowIndex, id: randomUUIDv7(), rawData })),
    )
  }

  async add({ volunteers, hashes, details }: VolunteerChanges): Promise<void> {
    await this.#put(staged.volunteers, volunteers)
    await this.#put(staged.hashes, hashes)
    for (const { kind, added, removedIds } of details) {
      await this.#put(staged.added(kind), added)
      const removed = removedIds.map((id) => ({ id }))
      await this.#put(staged.removed(kind), removed)
    }
  }

  /** Stages the volunteers whom the plan changes, for its page; they are numbered in order of arrival. */
  async addPeople(people: readonly PersonChange[]): Promise<void> {
    await this.#putNumbered(staged.people, people)
  }

  /** Stages the rows that the plan skips, for its page; they are numbered in order of arrival. */
  async addRejects(rejects: readonly StagedReject[]): Promise<void> {
    await this.#putNumbered(staged.rejects, rejects)
  }

  /** Adds rows of one of the tables, as another stage has held them. */
  async addStaged(name: string, rows: readonly NamedValues[]): Promise<void> {
    const table = plannedRows.find((each) => each.name === name)
    if (!table) throw new Error(`There is no stage of ${name}`)
    await this.#put(table, rows)
  }

  /** Writes the rows still held in memory; call it before the tables are read. */
  async flush(): Promise<void> {
    for (const { table, rows } of this.#held.values()) {
      if (rows.length > 0) await this.#write(table, rows)
    }
    this.#held.clear()
  }

  async #putNumbered(table: StagedRows, rows: readonly NamedValues[]): Promise<void> {
    const before = this.#numbered.get(table.name) ?? 0
    this.#numbered.set(table.name, before + rows.length)
    await this.#put(
      table,
      rows.map((row, index) => ({ id: before + index + 1, ...row })),
    )
  }

  async #put(table: StagedRows, rows: readonly NamedValues[]): Promise<void> {
    const size = rowsPerStatement(this.#connection)
    const held = this.#held.getOrInsertComputed(table.name, () => ({ table, rows: [] }))
    for (const row of rows) held.rows.push(row)
    while (held.rows.length >= size) await this.#write(table, held.rows.splice(0, size))
  }

  async #write({ name, columns }: StagedRows, rows: readonly NamedValues[]): Promise<void> {
    const signal = this.#signal
    if (!isPostgres(this.#connection)) {
      await upsertRows(this.#connection, name, rows, { columns, signal })
      return
    }
    signal.throwIfAborted()
    const text = `insert into ${chunks} ("chunkOf", "chunkRows") values ($1, $2)`
    await this.#connection.executeQuery(CompiledQuery.raw(text, [name, toJson(rows)]))
  }
}
