import { getHealth } from '@dashboard/contract/health'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { unavailable } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'

/** `/api/health`: 503 with what is down. */
export function healthRoutes(app: FastifyInstance, { db, version }: { db: Db; version: string }) {
  route(app, getHealth, async () => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      throw unavailable('The database does not answer.', 5, error)
    }
    return { status: 'ok' as const, version, database: 'ok' as const }
  })
}
