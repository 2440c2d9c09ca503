import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportRow } from '@dashboard/store/database/import-tables'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { quoted } from '@dashboard/store/database/write-rows'
import { firstNumberOf } from '@dashboard/store/imports/insert-import'
import { CompiledQuery } from 'kysely'
import { fromStaged, type StagedRows, staged } from '../3-plan/plan-stage.ts'

/**
 * Whom an import changes and which rows it skips, moved from the stage. As the rows as they came, they are written
 * before the import's one transaction, a few at a time: until that has ended, they are those of a plan.
 */

const sqliteRows = 5_000
/** See raw-batches.ts. */
const pauseMs = 15

export async function storePeople(
  db: Db,
  of: Pick<ImportRow, 'id' | 'number'>,
  people: number,
  signal: AbortSignal,
): Promise<void> {
  await move(db, staged.people, of, people, signal)
}

export async function storeRejects(
  db: Db,
  of: Pick<ImportRow, 'id' | 'number'>,
  rejects: number,
  signal: AbortSignal,
): Promise<void> {
  await move(db, staged.rejects, of, rejects, signal)
}

/** What an earlier try has stored, or an earlier plan of the same review. */
export async function forgetHistory(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_changes').where('importId', '=', importId).execute()
  await db.deleteFrom('import_rejects').where('importId', '=', importId).execute()
}

async function move(
  db: Db,
  rows: StagedRows,
  of: Pick<ImportRow, 'id' | 'number'>,
  last: number,
  signal: AbortSignal,
): Promise<void> {
  const columns = rows.columns.filter((column) => column !== 'id')
  const size = isPostgres(db) ? Math.max(last, 1) : sqliteRows
  const [owner, from] = [isPostgres(db) ? '$1::text' : '?', firstNumberOf(of)]
  for (let start = 0; start < last; start += size) {
    if (start > 0) await sleep(pauseMs)
    signal.throwIfAborted()
    const text = `insert into "${rows.of}" (id, "importId", ${quoted(columns)})
      select id + ${from}, ${owner}, ${quoted(columns)} from ${fromStaged(db, rows)}
      where id > ${start} and id <= ${start + size}`
    await db.executeQuery(CompiledQuery.raw(text, [of.id]))
  }
}
