import { createHash } from 'node:crypto'
import { getCoverage } from '@dashboard/contract/coverage'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { alreadySent, route } from '../http/endpoint-routes.ts'
import { createVersionedSender } from '../http/versioned-answer.ts'
import {
  createEventsReader,
  createVolunteeringReader,
  type RecentEvents,
} from './coverage-queries.ts'

/** The coverage board, which is polled while jobs run. */
export function coverageRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const sendVersioned = createVersionedSender()
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
}

/** Not by the version of `jobs`: every step of a running job raises it, and a new day does not. */
function digest(recent: RecentEvents): string {
  return createHash('sha256').update(JSON.stringify(recent)).digest('base64url').slice(0, 22)
}
