import { randomUUIDv7 } from 'node:crypto'
import { toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { type Database, tables } from '@dashboard/store/database/schema'
import { type NamedValues, quoted, upsertRows } from '@dashboard/store/database/write-rows'
import { CompiledQuery } from 'kysely'
import type { JobContext } from '../../job-context.ts'
import { JobError } from '../../job-errors.ts'
import type { SheetRow } from '../reading/read-sheet.ts'
import { createLineFile } from '../reading/stored-rows.ts'
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
const plannedRows: readonly StagedRows[] = [
  staged.volunteers,
  ...detailKinds.flatMap((kind) => [staged.added(kind), staged.removed(kind)]),
]

const allStaged = [staged.rawRows, staged.people, staged.rejects, ...plannedRows]

function temporaryTable({ name, table, columns }: StagedRows): string {
  return `create temporary table "${name}" as select ${quoted(columns)} from "${table}" where 1 = 0`
}

/**
 * Does `work` on one connection with the temporary tables, which are invisible to others, and drops these afterwards,
 * because another import may use the connection later.
 */
export function withStage<T>(
  { db, signal }: Pick<JobContext, 'db' | 'signal'>,
  work: (connection: Db, stage: PlanStage) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    for (const rows of allStaged) await run(temporaryTable(rows))
    try {
      return await work(connection, new PlanStage(connection, signal))
    } finally {
      // If the connection was lost, its temporary tables are gone as well.
      for (const { name } of allStaged) await run(`drop table if exists "${name}"`).catch(() => {})
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
  readonly #numbered = new Map<string, number>()
  readonly #planFile = createLineFile()

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

  async add({ volunteers, details }: VolunteerChanges): Promise<void> {
    await this.#put(staged.volunteers, volunteers)
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

  /**
   * Adds rows of one of the tables, as another stage has held them.
   * @throws JobError when this version has no such table.
   */
  async addStaged(name: string, rows: readonly NamedValues[]): Promise<void> {
    const table = plannedRows.find((each) => each.name === name)
    if (!table) {
      throw new JobError(
        'This review was made by another version of the dashboard. Review again.',
        'outdated',
      )
    }
    await this.#put(table, rows)
  }

  /** Returns the planned rows as a file (docs/imports.md#the-plan), with a last line for everything that is not staged. */
  async packPlan(rest: unknown): Promise<Uint8Array> {
    await this.#planFile.write(`${toJson(rest)}\n`)
    return this.#planFile.finish()
  }

  async #putNumbered(table: StagedRows, rows: readonly NamedValues[]): Promise<void> {
    const before = this.#numbered.get(table.name) ?? 0
    this.#numbered.set(table.name, before + rows.length)
    await this.#put(
      table,
      rows.map((row, index) => ({ id: before + index + 1, ...row })),
    )
  }

  async #put({ name, columns }: StagedRows, rows: readonly NamedValues[]): Promise<void> {
    if (rows.length === 0) return
    await upsertRows(this.#connection, name, rows, { columns, signal: this.#signal })
    if (plannedRows.some((planned) => planned.name === name)) {
      await this.#planFile.write(`${toJson([name, rows])}\n`)
    }
  }
}
