import type { ImportRow } from '@dashboard/store/database/import-tables'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { quoted } from '@dashboard/store/database/write-rows'
import { firstNumberOf } from '@dashboard/store/imports/insert-import'
import { CompiledQuery } from 'kysely'
import { fromStaged, type StagedRows, staged } from '../3-plan/plan-stage.ts'
import { moveInPieces } from './move-in-pieces.ts'

/**
 * Whom an import changes and which rows it skips, moved from the stage. As the rows as they came, they are written
 * before the import's one transaction, a few at a time: until that has ended, they are those of a plan.
 */

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
  const owner = isPostgres(db) ? '$1::text' : '?'
  const from = firstNumberOf(of)
  await moveInPieces(db, last, async (after, upTo) => {
    signal.throwIfAborted()
    const text = `insert into "${rows.of}" (id, "importId", ${quoted(columns)})
      select id + ${from}, ${owner}, ${quoted(columns)} from ${fromStaged(db, rows)}
      where id > ${after} and id <= ${upTo}`
    await db.executeQuery(CompiledQuery.raw(text, [of.id]))
  })
}
