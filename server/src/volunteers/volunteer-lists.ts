import { volunteerList } from '@dashboard/contract/limits'
import { fromJson, toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import type { FileStore, StoredFile } from '@dashboard/store/files/file-store'
import {
  deleteOldVolunteerLists,
  findVolunteerList,
  type VolunteerList,
  volunteerListKey,
  volunteerListsFolder,
} from '@dashboard/store/volunteer-lists'
import { AppError, conflict } from '../http/app-error.ts'

/** What is younger and has a temporary name, a runner is still writing. */
const halfWrittenMs = 10 * 60_000

interface Dependencies {
  db: Db
  files: FileStore
}

/** Drawing takes the memory of a report job; called in the transaction that has queued another one. */
export async function requireOneAtATime(tx: Db, userId: string): Promise<void> {
  const active = await tx
    .selectFrom('jobs')
    .select('id')
    .where('type', '=', 'volunteer-list')
    .where('createdById', '=', userId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  if (active.length > 1)
    throw conflict('Your last PDF is still being made. Wait until it is there.')
}

/**
 * Opens the file of a list. Throws 404 for a list that somebody else has asked for, or of circuits that who asks
 * no longer looks after, and where it is gone; 409 until it is drawn.
 */
export async function openVolunteerList(
  { db, files }: Dependencies,
  { id, userId, scope }: { id: string; userId: string; scope: Scope },
): Promise<StoredFile> {
  const list = await findVolunteerList(db, id)
  if (!list || list.userId !== userId || !covers(scope, list)) throw gone()
  if (list.storageKey === null) throw conflict('The PDF is not ready yet.')
  const file = await files.open(list.storageKey)
  if (!file) throw gone()
  return file
}

function covers({ circuits }: Scope, list: VolunteerList): boolean {
  if (circuits === null) return true
  return (
    list.circuits !== null &&
    fromJson<string[]>(list.circuits).every((name) => circuits.includes(name))
  )
}

function gone(): AppError {
  return new AppError(404, 'This PDF has been fetched or is no longer kept. Export the list again.')
}

/** A list that has been fetched: the file goes first, since it holds the contacts. */
export async function removeVolunteerList({ db, files }: Dependencies, id: string): Promise<void> {
  await files.delete(volunteerListKey(id))
  await db.deleteFrom('volunteer_lists').where('id', '=', id).execute()
}

/**
 * Deletes lists that nobody has fetched in time, and files without a row, which a job leaves that was dismissed or
 * whose runner was killed. Answers how many files there were.
 */
export async function sweepVolunteerLists(
  { db, files }: Dependencies,
  now = Date.now(),
): Promise<number> {
  // Before the rows, of which each is there before its file.
  const stored = await files.list(volunteerListsFolder)
  await deleteOldVolunteerLists(db, toIso(now - volunteerList.keptMs))
  const rows = await db.selectFrom('volunteer_lists').select('id').execute()
  const kept = new Set(rows.map(({ id }) => volunteerListKey(id)))
  const left = stored.filter(
    ({ key, modifiedAt }) =>
      !kept.has(key) && (key.endsWith('.pdf') || now - modifiedAt.getTime() > halfWrittenMs),
  )
  for (const { key } of left) await files.delete(key)
  return left.length
}
