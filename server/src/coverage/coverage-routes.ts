import { getCircuit, getCongregation, getCoverage } from '@dashboard/contract/coverage'
import type { Db } from '@dashboard/store/database/open-database'
import { within } from '@dashboard/store/database/scoped-database'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import type { Settings } from '@dashboard/store/settings/settings'
import { readIsTrainingKnown } from '@dashboard/store/volunteers/availability'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { routeVersioned } from '../http/endpoint-routes.ts'
import { readCircuit, readCongregation } from './circuit-queries.ts'
import { createEventsReader, createVolunteeringReader } from './coverage-queries.ts'

interface Dependencies {
  db: Db
  settings: Pick<Settings, 'reportPaper'>
}

/**
 * Adds the routes for the coverage board, which is polled while jobs run, and for the pages of one circuit or
 * congregation.
 */
export function coverageRoutes(app: FastifyInstance, { db, settings }: Dependencies): void {
  const readEvents = createEventsReader()
  const readVolunteering = createVolunteeringReader(db)

  const factsOf = async (frame: string) => ({
    frame,
    isTrainingKnown: await readIsTrainingKnown(db),
  })

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
      const circuit = await readCircuit(visible, name, await factsOf(frame))
      if (!circuit) throw notFound('Circuit')
      return { circuit }
    },
  })

  routeVersioned(app, getCongregation, {
    db,
    reads,
    facts: () => readFrameDigest(db, settings),
    async answer({ params, facts: frame, visible }) {
      const congregation = await readCongregation(visible, params, await factsOf(frame))
      if (!congregation) throw notFound('Congregation')
      return { congregation }
    },
  })
}
