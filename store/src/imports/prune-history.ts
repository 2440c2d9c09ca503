import { dayMs, hourMs } from '@dashboard/contract/duration'
import { localDay } from '@dashboard/contract/local-time'
import { sql } from 'kysely'
import { toIso } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { inBatches } from '../database/statement-batches.ts'
import type { FileStore } from '../files/file-store.ts'
import { selectActiveJobs } from '../jobs/list-jobs.ts'
import { importsFolder } from './import-files.ts'

/** How many completed imports stay listed with their counts after their details are gone. */
const listedImports = 1_000
/** Unnamed files younger than this are retained: an import may be about to name them. */
const strayMs = hourMs

interface Retention {
  /**
   * How many completed imports keep their rows, for going back, and how many failed ones stay. Imports of one user push
   * out only those of the same user; the last import of each of the last 30 days stays as well.
   */
  imports: number
  /** Details of imports older than this are removed; an empty text retains them regardless of age. */
  since: string
}

/**
 * Removes rows and details of old imports; completed imports retain their counts, and the last one everything. Does
 * nothing while an import runs, which may be reading them. Returns from how many imports something was removed.
 */
export async function pruneHistory(
  db: Db,
  files: FileStore,
  { imports: maxRestorable, since }: Retention,
): Promise<number> {
  const active = selectActiveJobs(db).where('type', 'in', ['import', 'review'])
  if (await active.executeTakeFirst()) return 0
  const completed = await listImports(db, true)
  const others = await listImports(db, false)
  const restorable = chooseRestorable(completed, maxRestorable, await readAdministrators(db))
  const earlier = completed.slice(1)
  const old = earlier.filter(({ hasDetails, at }) => hasDetails === 1 && at < since)
  const tooFar = earlier.filter(({ id, rowsKey }) => rowsKey !== null && !restorable.has(id))
  const unlisted = completed.slice(listedImports).filter(({ id }) => !restorable.has(id))
  // An import that waits for somebody's decision expires by its age, not because of failed imports of others.
  const failed = others.filter(({ state }) => state === 'planning').slice(maxRestorable)
  const oldOthers = [...failed, ...others.filter(({ at }) => at < since)]
  await clearDetails(db, old.map(idOf))
  // Makes it impossible to go back to these imports; their changes can still be read.
  for (const ids of inBatches(tooFar.map(idOf))) {
    await db.updateTable('imports').set({ rowsKey: null }).where('id', 'in', ids).execute()
  }
  for (const { id } of [...unlisted, ...oldOthers]) {
    await db.deleteFrom('imports').where('id', '=', id).execute()
  }
  await removeFiles(db, files)
  return new Set([...old, ...tooFar, ...unlisted, ...oldOthers]).size
}

async function listImports(db: Db, isCompleted: boolean) {
  const query = db
    .selectFrom('imports')
    .select([
      'id',
      'state',
      'hasDetails',
      'rowsKey',
      'createdAt as at',
      'completedAt',
      'appliedById',
    ])
    .where('state', isCompleted ? '=' : '!=', 'completed')
    .orderBy('number', 'desc')
  return (isCompleted ? query : query.where(hasNoActiveJob)).execute()
}

const retentionDays = 30

/**
 * Returns ids of the imports that one can go back to: an import is pushed out by later ones of administrators,
 * schedules and the same user only, and the last one of a day stays, so that nobody can push out the good data of
 * others.
 */
function chooseRestorable(
  completed: Awaited<ReturnType<typeof listImports>>,
  maxRestorable: number,
  administrators: ReadonlySet<string>,
): Set<string> {
  const restorable = new Set<string>()
  const days = new Set<string>()
  const oldestDay = localDay(toIso(Date.now() - retentionDays * dayMs))
  let ofAll = 0
  const ofUser = new Map<string, number>()
  for (const { id, completedAt, at, appliedById } of completed) {
    const isOfUser = appliedById !== null && !administrators.has(appliedById)
    const later = ofAll + (isOfUser ? (ofUser.get(appliedById) ?? 0) : 0)
    const day = localDay(completedAt ?? at)
    const isLastOfDay = !days.has(day) && day > oldestDay
    if (later < maxRestorable || isLastOfDay) restorable.add(id)
    days.add(day)
    if (isOfUser) ofUser.set(appliedById, (ofUser.get(appliedById) ?? 0) + 1)
    else ofAll += 1
  }
  return restorable
}

async function readAdministrators(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  return new Set(rows.map(idOf))
}

/** Excludes imports that an active job may be about to plan or apply. */
const hasNoActiveJob = sql<boolean>`not exists (
    select 1 from jobs where jobs.status in ('queued', 'running')
      and (jobs.id = imports."planJobId" or jobs."importId" = imports.id)
  )`

function idOf({ id }: { id: string }): string {
  return id
}

async function clearDetails(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db
      .updateTable('imports')
      .set({ hasDetails: 0, rowsKey: null, planKey: null, warnings: null })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('import_places').where('importId', '=', id).execute()
    await db.deleteFrom('import_changes').where('importId', '=', id).execute()
    await db.deleteFrom('import_rejects').where('importId', '=', id).execute()
  }
}

async function removeFiles(db: Db, files: FileStore): Promise<void> {
  const rows = await db.selectFrom('imports').select(['rowsKey', 'planKey']).execute()
  const named = new Set(rows.flatMap(({ rowsKey, planKey }) => [rowsKey, planKey]))
  const before = Date.now() - strayMs
  for (const { key, modifiedAt } of await files.list(importsFolder)) {
    if (!named.has(key) && modifiedAt.getTime() < before) await files.delete(key)
  }
}
