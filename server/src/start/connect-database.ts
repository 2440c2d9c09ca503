import { setTimeout as sleep } from 'node:timers/promises'
import { SchemaError } from '@dashboard/store/database/check-schema'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { migrate } from '@dashboard/store/database/migrate'
import {
  type Db,
  isConnectionRefused,
  isDatabaseUnavailable,
  openDatabase,
} from '@dashboard/store/database/open-database'
import type { DatabaseSettings } from '@dashboard/store/settings'
import { foldVolunteers } from '@dashboard/store/volunteers/fold-volunteers'
import { backUpBeforeUpgrade } from '../backup/upgrade-backup.ts'
import { explainSqliteFailure } from './explain-failure.ts'
import { StartError } from './start-error.ts'

/** How often and how long to wait: for PostgreSQL to start, for another program to end its writing. */
const pausesMs = { postgres: [500, 1_000, 2_000], sqlite: [500, 1_000, 2_000, 2_000, 2_000] }

/** Opens the database at its newest schema; one that is still starting, or locked, gets a few seconds. */
export async function connectDatabase(
  settings: DatabaseSettings,
  user: 'server' | 'command',
): Promise<Db> {
  const db = openDatabase(settings, user)
  for (const pauseMs of [...pausesMs[settings.kind], undefined]) {
    try {
      await backUpBeforeUpgrade(db, settings)
      await migrate(db)
      // Before the first request, or a search would miss people for seconds after an update (decision 0030).
      if (user === 'server') await foldVolunteers(db)
      return db
    } catch (error) {
      if (pauseMs === undefined || !isDatabaseUnavailable(error) || isConnectionRefused(error)) {
        await db.destroy()
        throw explain(settings, error)
      }
      await sleep(pauseMs)
    }
  }
  return db
}

function explain(settings: DatabaseSettings, error: unknown): unknown {
  if (error instanceof SchemaError) return new StartError(error.message)
  if (settings.kind === 'sqlite') {
    if (!isDatabaseUnavailable(error)) {
      const sentence = explainSqliteFailure(settings.path, error)
      return sentence === undefined ? error : new StartError(sentence)
    }
    return new StartError(
      `The database ${settings.path} is in use by another program. Stop it first.`,
    )
  }
  const sentence = explainPostgres(settings, error)
  return sentence === undefined ? error : new StartError(sentence)
}
