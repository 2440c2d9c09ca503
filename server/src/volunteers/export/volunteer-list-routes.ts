import { randomUUID } from 'node:crypto'
import { formatCount } from '@dashboard/contract/counts'
import { volunteerList } from '@dashboard/contract/limits'
import { fetchVolunteerList, startVolunteerList } from '@dashboard/contract/volunteer-exports'
import { fromJson, toIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import type { FileStore, StoredFile } from '@dashboard/store/files/file-store'
import { selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import {
  findVolunteerList,
  insertVolunteerList,
  type VolunteerList,
  volunteerListKey,
  volunteerListsFolder,
} from '@dashboard/store/volunteers/volunteer-lists'
import type { FastifyInstance } from 'fastify'
import type { JobEngine } from '../../engines/job-engine.ts'
import { AppError, conflict } from '../../http/app-error.ts'
import { attachment, downloadName } from '../../http/content-disposition.ts'
import { route } from '../../http/endpoint-routes.ts'
import { queueJobs } from '../../jobs/queue-jobs.ts'
import type { IndexedPerson } from '../search/build-index.ts'
import { ranks } from '../search/rank-matches.ts'
import { marksInWords, marksWith } from '../search/volunteer-filters.ts'
import { type ChooseVolunteers, type ChosenVolunteers, exportDetails } from './choose-volunteers.ts'
import { filtersInWords } from './filters-in-words.ts'

/** A runner may still be writing a file with a temporary name that is younger than this. */
const halfWrittenMs = 10 * 60_000

interface Stored {
  db: Db
  files: FileStore
}

export interface VolunteerListDependencies extends Stored {
  engine: JobEngine
  choose: ChooseVolunteers
}

/**
 * Adds the routes for the list of volunteers as PDF, which a job draws and which is fetched once
 * (docs/volunteers.md#as-pdf).
 */
export function volunteerListRoutes(
  app: FastifyInstance,
  { db, files, engine, choose }: VolunteerListDependencies,
): void {
  route(app, startVolunteerList, async ({ query = {}, user, scope, audit }) => {
    const { byCongregation = false, ...wanted } = query
    const chosen = await choose(byCongregation ? { ...wanted, sort: 'circuit' } : wanted, scope)
    refuseUndrawable(chosen.people.length)
    const jobId = randomUUID()
    const job = {
      id: jobId,
      type: 'volunteer-list',
      circuits: scope.circuits ?? undefined,
    } as const
    await queueJobs({ db, engine }, user, [job], {
      prepare: async (tx) => {
        await requireOneAtATime(tx, user.id)
        const content = contentOf(chosen, scope)
        const toCorrect = byCongregation ? toJson(chosen.people.map(marksOf(chosen))) : null
        await insertVolunteerList(tx, { id: jobId, userId: user.id, ...content, toCorrect })
      },
      audit: (tx) => {
        const details = exportDetails(chosen, 'pdf')
        return audit(tx, 'volunteers.export', { subject: `job:${jobId}`, details })
      },
    })
    return { jobId, message: 'The PDF is being made.' }
  })

  route(app, fetchVolunteerList, async ({ params: { id }, user, scope, reply, request }) => {
    const file = await openVolunteerList({ db, files }, { id, userId: user.id, scope })
    reply.raw.once('finish', () => {
      if (request.method !== 'GET') return
      removeVolunteerList({ db, files }, id).catch((error: unknown) =>
        request.log.warn({ err: error }, 'Could not delete a fetched list; the sweep will'),
      )
    })
    return reply
      .type('application/pdf')
      .header('content-length', file.size)
      .header('content-disposition', attachment(downloadName('Volunteers', 'pdf')))
      .header('cache-control', 'private, no-store')
      .send(file.stream)
  })
}

function refuseUndrawable(volunteers: number): void {
  if (volunteers === 0) {
    throw conflict('Nobody matches, so there is nothing to put into a PDF. Take a filter away.')
  }
  if (volunteers <= volunteerList.maxVolunteers) return
  throw conflict(
    `A PDF holds at most ${formatCount(volunteerList.maxVolunteers)} volunteers, and the list has ${formatCount(volunteers)}. Narrow the filters, or save it as a workbook.`,
  )
}

function contentOf({ filter, people, rows }: ChosenVolunteers, scope: Scope) {
  // Volunteers who were found by sound come after the others.
  const firstBySound = people.findIndex((person) => rows.matches.get(person) === ranks.sound)
  return {
    circuits: scope.circuits === null ? null : toJson(scope.circuits),
    filters: filtersInWords(filter),
    volunteerIds: people.map(({ id }) => id),
    bySoundFrom: firstBySound < 0 ? people.length : firstBySound,
  }
}

/** Returns a function that says what has to be corrected of a person: 'Wrong number; No e-mail'. */
function marksOf({ rows: { wrongNumbers } }: ChosenVolunteers) {
  return (person: IndexedPerson) => marksInWords(marksWith(person, wrongNumbers))
}

/**
 * Throws while another list of the user is being drawn, which takes the memory of a report job; called in the
 * transaction that has queued the new one.
 */
async function requireOneAtATime(tx: Db, userId: string): Promise<void> {
  const active = await selectActiveJobs(tx)
    .where('type', '=', 'volunteer-list')
    .where('createdById', '=', userId)
    .execute()
  if (active.length > 1)
    throw conflict('Your last PDF is still being made. Wait until it is there.')
}

/**
 * Opens the file of a list.
 * @throws 404 for another user's list, for circuits outside the scope, and when it is gone; 409 until it is drawn.
 */
async function openVolunteerList(
  { db, files }: Stored,
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

/** Removes a list that has been fetched: the file first, since it contains the contacts. */
async function removeVolunteerList({ db, files }: Stored, id: string): Promise<void> {
  await files.delete(volunteerListKey(id))
  await db.deleteFrom('volunteer_lists').where('id', '=', id).execute()
}

/**
 * Deletes lists that nobody has fetched in time, and files without a row, as left by a job that was dismissed or whose
 * runner was killed. Returns how many files there were.
 */
export async function sweepVolunteerLists({ db, files }: Stored): Promise<number> {
  const now = Date.now()
  // Listed before the rows, since each row is added before its file.
  const stored = await files.list(volunteerListsFolder)
  const before = toIso(now - volunteerList.retentionMs)
  await db.deleteFrom('volunteer_lists').where('createdAt', '<', before).execute()
  const rows = await db.selectFrom('volunteer_lists').select('id').execute()
  const known = new Set(rows.map(({ id }) => volunteerListKey(id)))
  const left = stored.filter(
    ({ key, modifiedAt }) =>
      !known.has(key) && (key.endsWith('.pdf') || now - modifiedAt.getTime() > halfWrittenMs),
  )
  for (const { key } of left) await files.delete(key)
  return left.length
}
