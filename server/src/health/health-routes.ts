import { type BackupState, getHealth } from '@dashboard/contract/health'
import type { FastifyInstance } from 'fastify'
import { withTimeout } from '../http/answer-in-time.ts'
import { unavailable } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import type { ConditionWatch } from './condition-watch.ts'

/** A health check must have a response within two seconds. */
const answerMs = 1_800

interface Dependencies {
  /** Reads what every signed-in call reads; throws when that fails. */
  checkSessions(): Promise<void>
  /** Reads from the database; throws when that does not respond. */
  readBackup(): Promise<BackupState>
  version: string
  commit: string
  conditions: ConditionWatch
}

/** Adds `/api/health`: 503 with what is down, and warnings of what soon may be. */
export function healthRoutes(
  app: FastifyInstance,
  { checkSessions, readBackup, version, commit, conditions }: Dependencies,
): void {
  route(app, getHealth, async () => {
    const { down, warnings } = await conditions.read()
    if (down !== undefined) throw unavailable(down)
    let backup: BackupState
    try {
      backup = await withTimeout(checkSessions().then(readBackup), answerMs)
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
