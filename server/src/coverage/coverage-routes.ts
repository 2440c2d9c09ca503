import { createHash } from 'node:crypto'
import { getCircuit, getCongregation, getCoverage } from '@dashboard/contract/coverage'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { keepByView, within } from '@dashboard/store/database/scoped-database'
import type { ReportBasis } from '@dashboard/store/reports/report-contents'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { versioned } from '../http/versioned-answer.ts'
import { readCircuit, readCongregation } from './circuit-queries.ts'
import { createEventsReader, createVolunteeringReader } from './coverage-queries.ts'

interface Dependencies {
  db: Db
  readBasis(): Promise<ReportBasis>
}

/**
 * Adds the routes for the coverage board, which is polled while jobs run, and for the pages of one circuit or
 * congregation.
 */
export function coverageRoutes(app: FastifyInstance, { db, readBasis }: Dependencies): void {
  const eventsOf = keepByView(createEventsReader)
  const volunteeringOf = keepByView(createVolunteeringReader)

  route(app, getCoverage, async ({ scope }) => {
    const visible = within(db, scope)
    const reports = await readVersion(db, 'reports')
    const recent = await eventsOf(visible)()
    const basis = await readBasis()
    const version = `coverage-${reports}-${digest({ recent, basis })}`
    return versioned(version, async () => ({
      ...recent,
      ...(await volunteeringOf(visible)(basis)),
    }))
  })

  route(app, getCircuit, async ({ params: { name }, scope }) => {
    const visible = within(db, scope)
    const reports = await readVersion(db, 'reports')
    const basis = await readBasis()
    const version = `circuit-${reports}-${digest({ name, basis })}`
    return versioned(version, async () => {
      const circuit = await readCircuit(visible, name, basis)
      if (!circuit) throw notFound('Circuit')
      return { circuit }
    })
  })

  route(app, getCongregation, async ({ params, scope }) => {
    const place = { circuit: params.name, congregation: params.congregation }
    const visible = within(db, scope)
    const reports = await readVersion(db, 'reports')
    const basis = await readBasis()
    const version = `congregation-${reports}-${digest({ place, basis })}`
    return versioned(version, async () => {
      const congregation = await readCongregation(visible, place, basis)
      if (!congregation) throw notFound('Congregation')
      return { congregation }
    })
  })
}

/**
 * Returns a version of the facts themselves. The version of `jobs` is not used: every step of a running job raises it,
 * and a new day does not.
 */
function digest(facts: object): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}
