import { randomUUID } from 'node:crypto'
import { formatCount } from '@dashboard/contract/counts'
import { volunteerList } from '@dashboard/contract/limits'
import { fetchVolunteerList, startVolunteerList } from '@dashboard/contract/volunteer-exports'
import { toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import type { FileStore } from '@dashboard/store/files/file-store'
import { insertVolunteerList } from '@dashboard/store/volunteer-lists'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../http/app-error.ts'
import { attachment } from '../http/content-disposition.ts'
import { route } from '../http/endpoint-routes.ts'
import type { WorkflowEngine } from '../workflows/engine.ts'
import { queue } from '../workflows/start-workflow.ts'
import { type ChooseVolunteers, type ChosenVolunteers, exportDetails } from './choose-volunteers.ts'
import { filtersInWords } from './filters-in-words.ts'
import { ranks } from './match-volunteers.ts'
import { volunteersFileName } from './volunteer-export-routes.ts'
import { openVolunteerList, removeVolunteerList, requireOneAtATime } from './volunteer-lists.ts'

export interface VolunteerListDependencies {
  db: Db
  files: FileStore
  /** Where a job runs that somebody waits for. */
  engine: WorkflowEngine
  choose: ChooseVolunteers
}

/** The list of volunteers as PDF, drawn by a job and fetched once (docs/volunteers.md#as-pdf). */
export function volunteerListRoutes(
  app: FastifyInstance,
  { db, files, engine, choose }: VolunteerListDependencies,
): void {
  route(app, startVolunteerList, async ({ query = {}, user, scope, audit }) => {
    const chosen = await choose(query, scope)
    refuseUndrawable(chosen.numbers.length)
    const jobId = randomUUID()
    const job = {
      id: jobId,
      type: 'volunteer-list',
      circuits: scope.circuits ?? undefined,
    } as const
    await queue({ db, engine }, user, [job], async (tx) => {
      await requireOneAtATime(tx, user.id)
      await insertVolunteerList(tx, { id: jobId, userId: user.id, ...contentOf(chosen, scope) })
      const details = exportDetails(chosen, 'pdf')
      await audit(tx, 'volunteers.export', { subject: `job:${jobId}`, details })
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
      .header('content-disposition', attachment(volunteersFileName('pdf')))
      .header('cache-control', 'private, no-store')
      .send(file.stream)
  })
}

function refuseUndrawable(volunteers: number): void {
  if (volunteers === 0) {
    throw conflict('Nobody matches, so there is nothing to put into a PDF. Take a filter away.')
  }
  if (volunteers <= volunteerList.mostVolunteers) return
  const [has, most] = [volunteers, volunteerList.mostVolunteers].map(formatCount)
  throw conflict(
    `A PDF holds at most ${most} volunteers, and the list has ${has}. Narrow the filters, or save it as a workbook.`,
  )
}

function contentOf({ filter, numbers, rows }: ChosenVolunteers, scope: Scope) {
  const { index, found } = rows
  // Who was found by sound stands behind the others.
  const firstBySound = numbers.findIndex((number) => found[number] === ranks.sound)
  return {
    circuits: scope.circuits === null ? null : toJson(scope.circuits),
    filters: filtersInWords(filter),
    volunteerIds: numbers.map((number) => index.ids[number] ?? ''),
    bySoundFrom: firstBySound < 0 ? numbers.length : firstBySound,
  }
}
