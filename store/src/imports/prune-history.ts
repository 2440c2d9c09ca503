import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { FileStore } from '../files/file-store.ts'
import { importsFolder } from './import-files.ts'

/** How many completed imports stay in the list with their numbers, when the rest of them is gone. */
const listedImports = 1_000
/** A file that no import names may be one that is about to. */
const strayMs = 60 * 60_000

interface Kept {
  /** So many of the newest completed imports keep details and rows, and as many others. */
  imports: number
  /** And of these only such as are from then or later, but for the last import. */
  since?: string
}

/**
 * Removes details and rows of old imports, and of completed ones keeps the numbers
 * (docs/imports.md#what-is-kept). Answers from how many imports something was removed.
 */
export async function pruneHistory(
  db: Db,
  files: FileStore,
  { imports: kept, since = '' }: Kept,
): Promise<number> {
  const completed = await listImports(db, true)
  const others = await listImports(db, false)
  const isKept = ({ at }: ListedImport, index: number) => index < kept && at >= since
  const old = completed
    .slice(0, listedImports)
    .filter((each, index) => each.hasDetails === 1 && index > 0 && !isKept(each, index))
  const unlisted = completed.slice(listedImports)
  const oldOthers = others.filter((each, index) => !isKept(each, index))
  await forgetDetails(db, old.map(idOf))
  await removeImports(db, [...unlisted, ...oldOthers].map(idOf))
  await removeRejects(db)
  await removeFiles(db, files)
  return old.length + unlisted.length + oldOthers.length
}

type ListedImport = Awaited<ReturnType<typeof listImports>>[number]

/** Newest first. */
async function listImports(db: Db, isCompleted: boolean) {
  const query = db
    .selectFrom('imports')
    .select(['id', 'hasDetails', 'createdAt as at'])
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
