import { createHash } from 'node:crypto'
import { getCircuit, getCongregation, getCoverage } from '@dashboard/contract/coverage'
import { readLastImport } from '@dashboard/store/automation-status'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { keepByView, within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { alreadySent, route } from '../http/endpoint-routes.ts'
import { createVersionedSender } from '../http/versioned-answer.ts'
import { readCircuit, readCongregation } from './circuit-queries.ts'
import { createEventsReader, createVolunteeringReader } from './coverage-queries.ts'

/** The coverage board, which is polled while jobs run, and the pages of one circuit or congregation. */
export function coverageRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const sendVersioned = createVersionedSender()
  // A sender of its own: who looks through circuits does not push the board's answer out.
  const sendCircuit = createVersionedSender()
  const eventsOf = keepByView(createEventsReader)
  const volunteeringOf = keepByView(createVolunteeringReader)

  route(app, getCoverage, async ({ scope, request, reply }) => {
    const visible = within(db, scope)
    const reports = await readVersion(db, 'reports')
    const recent = await eventsOf(visible)()
    const version = `coverage-${reports}-${digest(recent)}`
    await sendVersioned(request, reply, version, async () => ({
      ...recent,
      ...(await volunteeringOf(visible)(recent.lastImport)),
    }))
    return alreadySent
  })

  route(app, getCircuit, async ({ params: { name }, scope, request, reply }) => {
    const visible = within(db, scope)
    const reports = await readVersion(db, 'reports')
    const lastImport = await readLastImport(db)
    const version = `circuit-${reports}-${digest({ name, lastImport })}`
    await sendCircuit(request, reply, version, async () => {
      const circuit = await readCircuit(visible, name, lastImport)
      if (!circuit) throw notFound('Circuit')
      return { circuit }
    })
    return alreadySent
  })

  route(app, getCongregation, async ({ params, scope, request, reply }) => {
    const place = { circuit: params.name, congregation: params.congregation }
    const visible = within(db, scope)
    const reports = await readVersion(db, 'reports')
    const lastImport = await readLastImport(db)
    const version = `congregation-${reports}-${digest({ place, lastImport })}`
    await sendCircuit(request, reply, version, async () => {
      const congregation = await readCongregation(visible, place, lastImport)
      if (!congregation) throw notFound('Congregation')
      return { congregation }
    })
    return alreadySent
  })
}

/** Not by the version of `jobs`: every step of a running job raises it, and a new day does not. */
function digest(facts: object): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}
