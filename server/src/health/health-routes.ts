import { type BackupState, getHealth } from '@dashboard/contract/health'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { readBackupState } from '../backup/last-backup.ts'
import { withTimeout } from '../http/answer-in-time.ts'
import { unavailable } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import type { ConditionWatch } from './condition-watch.ts'

/** A health check must have a response within two seconds. */
const answerMs = 1_800

interface Dependencies {
  db: Db
  version: string
  commit: string
  conditions: ConditionWatch
}

/** Adds `/api/health`: 503 with what is down, and warnings of what soon may be. */
export function healthRoutes(
  app: FastifyInstance,
  { db, version, commit, conditions }: Dependencies,
): void {
  route(app, getHealth, async () => {
    const { down, warnings } = await conditions.read()
    if (down !== undefined) throw unavailable(down)
    let backup: BackupState
    try {
      backup = await withTimeout(readBackupState(db), answerMs)
    } catch (error) {
      throw unavailable('The database does not answer.', 5, error)
    }
    return {
      status: 'ok' as const,
      version,
      commit,
      database: 'ok' as const,
      backup,
      ...(warnings.length > 0 && { warnings }),
    }
  })
}
