import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { importsFolder } from '@dashboard/store/imports/import-files'
import { sql } from 'kysely'

/** How many completed imports stay in the list with their numbers, when the rest of them is gone. */
const listedImports = 1_000
/** A file that no import names may be one that is about to. */
const strayMs = 60 * 60_000

/**
 * Keeps details and rows of the newest `kept` completed imports, and of as many others; of older ones only the
 * numbers (docs/imports.md#what-is-kept).
 */
export async function pruneHistory(db: Db, files: FileStore, kept: number): Promise<void> {
  const completed = await listIds(db, true)
  const others = await listIds(db, false)
  const old = completed.slice(kept, listedImports).filter(({ hasDetails }) => hasDetails === 1)
  await forgetDetails(db, old.map(idOf))
  await removeImports(db, [...completed.slice(listedImports), ...others.slice(kept)].map(idOf))
  await removeRejects(db)
  await removeFiles(db, files)
}

/** Newest first. */
async function listIds(db: Db, isCompleted: boolean) {
  const query = db
    .selectFrom('imports')
    .select(['id', 'hasDetails'])
    .where('state', isCompleted ? '=' : '!=', 'completed')
    .orderBy('number', 'desc')
  return (isCompleted ? query : query.where(hasNoActiveJob)).execute()
}

/** A job may be about to fill it, or to apply its plan. */
const hasNoActiveJob = sql<boolean>`not exists (
    select 1 from jobs where jobs.status in ('queued', 'running')
      and (jobs.id = imports."planJobId" or jobs."importId" = imports.id)
  )`

function idOf({ id }: { id: string }): string {
  return id
}

async function forgetDetails(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db
      .updateTable('imports')
      .set({ hasDetails: 0, rowsKey: null, planKey: null, circuits: null, warnings: null })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('import_changes').where('importId', '=', id).execute()
  }
}

/** But for those whose rejects are those of a later import, too. */
async function removeImports(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await sql`delete from imports where id = ${id} and not exists (
        select 1 from imports as later where later."rejectsOf" = ${id} and later.id <> ${id}
      )`.execute(db)
  }
}

/** Rejects stay with an import that is pruned as long as later ones have the same. */
async function removeRejects(db: Db): Promise<void> {
  await sql`delete from import_rejects where "importId" not in (
      select coalesce("rejectsOf", id) from imports where "hasDetails" = 1
    )`.execute(db)
}

async function removeFiles(db: Db, files: FileStore): Promise<void> {
  const rows = await db.selectFrom('imports').select(['rowsKey', 'planKey']).execute()
  const named = new Set(rows.flatMap(({ rowsKey, planKey }) => [rowsKey, planKey]))
  const before = Date.now() - strayMs
  for (const { key, modifiedAt } of await files.list(importsFolder)) {
    if (!named.has(key) && modifiedAt.getTime() < before) await files.delete(key)
  }
}
