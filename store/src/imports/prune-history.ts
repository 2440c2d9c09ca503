import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { FileStore } from '../files/file-store.ts'
import { importsFolder } from './import-files.ts'

/** How many completed imports stay listed with their counts after their details are gone. */
const listedImports = 1_000
/** Unnamed files younger than this are kept: an import may be about to name them. */
const strayMs = 60 * 60_000

interface Kept {
  /** Number of the newest completed imports that keep their rows, for going back, and of other imports that stay. */
  imports: number
  /** Details of imports older than this are removed; if left out, details are kept regardless of age. */
  since?: string
}

/**
 * Removes rows and details of old imports; completed imports keep their counts, and the last one keeps everything.
 * Returns from how many imports something was removed.
 */
export async function pruneHistory(
  db: Db,
  files: FileStore,
  { imports: kept, since = '' }: Kept,
): Promise<number> {
  const completed = await listImports(db, true)
  const others = await listImports(db, false)
  const earlier = completed.slice(1, listedImports)
  const old = earlier.filter(({ hasDetails, at }) => hasDetails === 1 && at < since)
  const tooFar = earlier.slice(kept - 1).filter(({ rowsKey }) => rowsKey !== null)
  const unlisted = completed.slice(listedImports)
  const oldOthers = others.filter(({ at }, index) => index >= kept || at < since)
  await clearDetails(db, old.map(idOf))
  await clearRowsKeys(db, tooFar.map(idOf))
  await removeImports(db, [...unlisted, ...oldOthers].map(idOf))
  await removeRejects(db)
  await removeFiles(db, files)
  return new Set([...old, ...tooFar, ...unlisted, ...oldOthers]).size
}

/** Lists imports, newest first. */
async function listImports(db: Db, isCompleted: boolean) {
  const query = db
    .selectFrom('imports')
    .select(['id', 'hasDetails', 'rowsKey', 'createdAt as at'])
    .where('state', isCompleted ? '=' : '!=', 'completed')
    .orderBy('number', 'desc')
  return (isCompleted ? query : query.where(hasNoActiveJob)).execute()
}

/** Excludes imports that an active job may be about to plan or apply. */
const hasNoActiveJob = sql<boolean>`not exists (
    select 1 from jobs where jobs.status in ('queued', 'running')
      and (jobs.id = imports."planJobId" or jobs."importId" = imports.id)
  )`

function idOf({ id }: { id: string }): string {
  return id
}

/** Makes it impossible to go back to these imports; their changes can still be read. Their files are deleted later. */
async function clearRowsKeys(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db.updateTable('imports').set({ rowsKey: null }).where('id', '=', id).execute()
  }
}

async function clearDetails(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db
      .updateTable('imports')
      .set({ hasDetails: 0, rowsKey: null, planKey: null, circuits: null, warnings: null })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('import_changes').where('importId', '=', id).execute()
  }
}

/** Removes imports, except those whose rejects a later import shares. */
async function removeImports(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await sql`delete from imports where id = ${id} and not exists (
        select 1 from imports as later where later."rejectsOf" = ${id} and later.id <> ${id}
      )`.execute(db)
  }
}

/** Removes rejects that no import refers to; a pruned import keeps its rejects while later imports share them. */
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
