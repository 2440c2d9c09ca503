import type { Role } from '@dashboard/contract/account-inputs'
import { countOf } from '@dashboard/contract/counts'
import {
  cancelAllJobs,
  cancelJob,
  clearCompletedJobs,
  dismissJob,
  getJob,
  listJobs,
  pageHiddenHeader,
  retryJob,
  syncJob,
  syncJobs,
  syncJobsNow,
} from '@dashboard/contract/jobs'
import { jobListLimit } from '@dashboard/contract/limits'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Scope } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { messageOf } from '@dashboard/store/failures/error-message'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badGateway } from '../http/app-error.ts'
import { route, routeVersioned } from '../http/endpoint-routes.ts'
import { readCursor, toCursor } from '../http/page-cursor.ts'
import { singleFlight } from '../http/single-flight.ts'
import type { RecordRequest } from '../monitoring/presence.ts'
import * as queries from './jobs-queries.ts'
import {
  cancelAll,
  cancelOne,
  clearCompleted,
  dismissOne,
  type JobsDependencies,
  requireJob,
  retryOne,
} from './jobs-service.ts'

type Dependencies = Omit<JobsDependencies, 'visible' | 'role' | 'log'> & {
  recordPresence: RecordRequest
}

const jobOrder = { list: 'jobs', sort: '-createdAt' }

/** What checking its process or run may change in a job. */
const refreshedParts = ['status', 'step', 'githubRunId'] as const

export function jobsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, engine, recordPresence } = dependencies
  const dependenciesFor = ({ role }: { role: Role }, scope: Scope) => ({
    ...dependencies,
    log: app.log,
    visible: within(db, scope),
    role,
  })

  const recordWatching = ({ user, request }: { user: { id: string }; request: FastifyRequest }) => {
    if (request.headers[pageHiddenHeader] !== '1') void recordPresence(user.id)
  }

  routeVersioned(app, listJobs, {
    db,
    reads: ['jobs', 'volunteers'],
    onRequest: recordWatching,
    facts: ({ query, user }) => ({ createdById: query?.mine ? user.id : undefined }),
    async answer({ query, role, facts, visible }) {
      const { limit = jobListLimit.default, cursor, mine: _, ...filter } = query ?? {}
      const before = readCursor(jobOrder, ['integer'], cursor)
      const page = { limit, before, filter: { ...filter, ...facts } }
      const { jobs, next } = await queries.listJobs(visible, role, page)
      return { jobs, nextCursor: next === undefined ? null : toCursor(jobOrder, next) }
    },
  })

  route(app, getJob, async (call) => {
    const { params, user, scope } = call
    recordWatching(call)
    return { job: await requireJob(dependenciesFor(user, scope), params.id) }
  })

  const refresh = singleFlight(() => engine.sync())

  route(app, syncJob, async (call) => {
    const { params, user, scope } = call
    const scoped = dependenciesFor(user, scope)
    recordWatching(call)
    const before = await requireJob(scoped, params.id)
    await refresh().catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
      throw badGateway(`The jobs could not be refreshed: ${messageOf(error)}`, error)
    })
    const job = await requireJob(scoped, params.id)
    return { job, updated: refreshedParts.some((part) => job[part] !== before[part]) }
  })

  const syncAll = async ({ scope }: { scope: Scope }) => {
    try {
      const found = await refresh()
      // A limited user must not see how many other jobs there are.
      const updated = scope.circuits === null ? found : 0
      const message =
        updated === 0 ? 'All jobs are already up to date.' : `Refreshed ${countOf(updated, 'job')}.`
      return { success: true, message, updated }
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      const message = `The jobs could not be refreshed: ${messageOf(error)}`
      return { success: false, message, updated: 0 }
    }
  }
  route(app, syncJobsNow, syncAll)
  route(app, syncJobs, syncAll)

  route(app, cancelJob, async ({ params, user, scope, audit }) => {
    const job = await cancelOne({ ...dependenciesFor(user, scope), audit }, params.id, user)
    return { job, message: 'The job was cancelled.' }
  })

  route(app, cancelAllJobs, async ({ user, scope, audit }) => {
    const cancelled = await cancelAll({ ...dependenciesFor(user, scope), audit }, user)
    const message =
      cancelled === 0 ? 'No jobs were active.' : `Cancelled ${countOf(cancelled, 'job')}.`
    return { cancelled, message }
  })

  route(app, retryJob, async ({ params, body, user, scope, audit }) => {
    const failedOnly = body?.failedOnly ?? false
    const jobId = await retryOne({ ...dependenciesFor(user, scope), audit }, params.id, {
      user,
      failedOnly,
    })
    return { jobId, message: 'The job is queued again.' }
  })

  route(app, clearCompletedJobs, async ({ user, scope, audit }) => {
    const cleared = await clearCompleted({ ...dependenciesFor(user, scope), audit })
    const message =
      cleared === 0
        ? 'There were no completed jobs.'
        : `Cleared ${countOf(cleared, 'completed job')}.`
    return { cleared, message }
  })

  route(app, dismissJob, async ({ params, user, scope, audit }) => {
    await dismissOne({ ...dependenciesFor(user, scope), audit }, params.id)
    return { message: 'The job was dismissed.' }
  })
}
