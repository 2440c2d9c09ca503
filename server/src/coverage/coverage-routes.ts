import { getCircuit, getCongregation, getCoverage } from '@dashboard/contract/coverage'
import type { Db } from '@dashboard/store/database/open-database'
import { within } from '@dashboard/store/database/scoped-database'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { routeVersioned } from '../http/endpoint-routes.ts'
import type { VolunteerIndex } from '../volunteers/search/build-index.ts'
import { readCircuit, readCongregation } from './circuit-queries.ts'
import { createEventsReader, createVolunteeringReader } from './coverage-queries.ts'
import { createWeekCounter } from './volunteer-counts.ts'

interface Dependencies {
  db: Db
  settings: Pick<Settings, 'reportPaper'>
  readIndex(): Promise<VolunteerIndex>
}

/**
 * Adds the routes for the coverage board, which is polled while jobs run, and for the pages of one circuit or
 * congregation.
 */
export function coverageRoutes(
  app: FastifyInstance,
  { db, settings, readIndex }: Dependencies,
): void {
  const countWeek = createWeekCounter(readIndex)
  const readEvents = createEventsReader()
  const readVolunteering = createVolunteeringReader(countWeek)

  const reads = ['reports', 'volunteers'] as const

  routeVersioned(app, getCoverage, {
    db,
    reads,
    // The version of `jobs` would not do for the counts by day: every step of a running job raises it, and a new day
    // does not.
    facts: async ({ scope }) => ({
      recent: await readEvents(within(db, scope)),
      frame: await readFrameDigest(db, settings),
    }),
    answer: async ({ facts: { recent, frame }, visible }) => ({
      ...recent,
      ...(await readVolunteering(visible, frame)),
    }),
  })

  routeVersioned(app, getCircuit, {
    db,
    reads,
    facts: () => readFrameDigest(db, settings),
    async answer({ params: { name }, facts: frame, visible }) {
      const circuit = await readCircuit(visible, name, { frame, countWeek })
      if (!circuit) throw notFound('Circuit')
      return { circuit }
    },
  })

  routeVersioned(app, getCongregation, {
    db,
    reads,
    facts: () => readFrameDigest(db, settings),
    async answer({ params, facts: frame, visible }) {
      const congregation = await readCongregation(visible, params, { frame, countWeek })
      if (!congregation) throw notFound('Congregation')
      return { congregation }
    },
  })
}
