import { getHealth } from '@dashboard/contract/health'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { unavailable } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import type { ConditionWatch } from './condition-watch.ts'

interface Dependencies {
  db: Db
  version: string
  conditions: ConditionWatch
}

/** `/api/health`: 503 with what is down, warnings of what soon may be. */
export function healthRoutes(
  app: FastifyInstance,
  { db, version, conditions }: Dependencies,
): void {
  route(app, getHealth, async () => {
    const { down, warnings } = await conditions.read()
    if (down !== undefined) throw unavailable(down)
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      throw unavailable('The database does not answer.', 5, error)
    }
    return {
      status: 'ok' as const,
      version,
      database: 'ok' as const,
      ...(warnings.length > 0 && { warnings }),
    }
  })
}
