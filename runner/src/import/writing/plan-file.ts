import type { Readable } from 'node:stream'
import { fromJson, toJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { NamedValues } from '@dashboard/store/database/write-rows'
import { sql } from 'kysely'
import type { SheetResult } from '../planning/import-planner.ts'
import type { ImportPlan } from '../planning/plan-import.ts'
import { chunks, type PlanStage, plannedRows, type StagedRows } from '../planning/plan-stage.ts'
import { createLineFile, readLines } from '../reading/stored-rows.ts'

export interface StoredPlan {
  plan: ImportPlan
  result: SheetResult
  source: string
  sheetName: string
  /** Hash of the rows with their numbers: equal for sheets with equal rows. */
  rowsHash: string
}

/**
 * Returns a plan as a file: a line with everything that is not staged, then lines of staged rows
 * (docs/imports.md#the-plan).
 */
export async function packPlan(connection: Db, plan: StoredPlan): Promise<Uint8Array> {
  const file = createLineFile()
  await file.write(`${toJson(plan)}\n`)
  const parts = isPostgres(connection)
    ? [chunkLines(connection)]
    : plannedRows.map((table) => tableLines(connection, table))
  for (const lines of parts) for await (const line of lines) await file.write(`${line}\n`)
  return file.finish()
}

/** Adds the staged rows of a file to another stage, and returns the rest of the plan. */
export async function unpackPlan(content: Readable, stage: PlanStage): Promise<StoredPlan> {
  let plan: StoredPlan | undefined
  for await (const line of readLines(content)) {
    if (plan) {
      const [name, rows] = fromJson<[string, NamedValues[]]>(line)
      await stage.addStaged(name, rows)
    } else plan = fromJson<StoredPlan>(line)
  }
  if (!plan) throw new Error('The file of a plan is empty')
  return plan
}

const rowsPerLine = 500

async function* tableLines(connection: Db, { name, columns }: StagedRows): AsyncGenerator<string> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  for (let last = 0; ; ) {
    // A plain "select" would use the reading connection, which has no stage.
    const { rows } = await sql<NamedValues & { position: number }>`
      with page as (
        select ${names}, rowid as position from ${sql.table(name)}
        where rowid > ${last} order by rowid limit ${sql.lit(rowsPerLine)}
      ) select * from page`.execute(connection)
    if (rows.length === 0) return
    last = rows.at(-1)?.position ?? last
    yield toJson([name, rows.map(({ position: _, ...row }) => row)])
  }
}

/** Yields lines from PostgreSQL, where the stage already consists of such texts. */
async function* chunkLines(connection: Db): AsyncGenerator<string> {
  const names = plannedRows.map(({ name }) => name)
  for (let last = 0; ; ) {
    const { rows } = await sql<{ number: number; name: string; rows: string }>`
      select "chunkNumber" as number, "chunkOf" as name, "chunkRows" as rows from ${sql.table(chunks)}
      where "chunkNumber" > ${last} and "chunkOf" in (${sql.join(names)})
      order by "chunkNumber" limit 10`.execute(connection)
    if (rows.length === 0) return
    last = rows.at(-1)?.number ?? last
    for (const row of rows) yield `[${toJson(row.name)},${row.rows}]`
  }
}
