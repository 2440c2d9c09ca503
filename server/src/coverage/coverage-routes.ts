import { createHash } from 'node:crypto'
import { getCircuit, getCoverage } from '@dashboard/contract/coverage'
import { readLastImport } from '@dashboard/store/automation-status'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { alreadySent, route } from '../http/endpoint-routes.ts'
import { createVersionedSender } from '../http/versioned-answer.ts'
import { readCircuit } from './circuit-queries.ts'
import {
  createEventsReader,
  createVolunteeringReader,
  type RecentEvents,
} from './coverage-queries.ts'

/** The coverage board, which is polled while jobs run, and the page of one circuit. */
export function coverageRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const sendVersioned = createVersionedSender()
  // A sender of its own: who looks through circuits does not push the board's answer out.
  const sendCircuit = createVersionedSender()
  const readEvents = createEventsReader(db)
  const readVolunteering = createVolunteeringReader(db)

  route(app, getCoverage, async ({ request, reply }) => {
    const reports = await readVersion(db, 'reports')
    const recent = await readEvents()
    const version = `coverage-${reports}-${digest(recent)}`
    await sendVersioned(request, reply, version, async () => ({
      ...recent,
      ...(await readVolunteering(recent.lastImport)),
    }))
    return alreadySent
  })

  route(app, getCircuit, async ({ params: { name }, request, reply }) => {
    const reports = await readVersion(db, 'reports')
    const lastImport = await readLastImport(db)
    const version = `circuit-${reports}-${digest({ name, lastImport })}`
    await sendCircuit(request, reply, version, async () => {
      const circuit = await readCircuit(db, name, lastImport)
      if (!circuit) throw notFound('Circuit')
      return { circuit }
    })
    return alreadySent
  })
}

/** Not by the version of `jobs`: every step of a running job raises it, and a new day does not. */
function digest(facts: RecentEvents | { name: string; lastImport: string | null }): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}
