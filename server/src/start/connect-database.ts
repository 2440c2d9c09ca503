import { setTimeout as sleep } from 'node:timers/promises'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { migrate } from '@dashboard/store/database/migrate'
import {
  type Db,
  isDatabaseUnavailable,
  openDatabase,
} from '@dashboard/store/database/open-database'
import type { DatabaseSettings } from '@dashboard/store/settings'
import { StartError } from './start-error.ts'

const pausesMs = [500, 1_000, 2_000]

/** Opens the database at its newest schema; a server that is still starting gets a few seconds. */
export async function connectDatabase(settings: DatabaseSettings): Promise<Db> {
  const db = openDatabase(settings, 'server')
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      await migrate(db)
      return db
    } catch (error) {
      if (pauseMs === undefined || !isDatabaseUnavailable(error)) {
        await db.destroy()
        throw explain(settings, error)
      }
      await sleep(pauseMs)
    }
  }
  return db
}

function explain(settings: DatabaseSettings, error: unknown): unknown {
  if (settings.kind === 'sqlite') {
    if (!isDatabaseUnavailable(error)) return error
    return new StartError(
      `The database ${settings.path} is in use by another program. Stop it first.`,
    )
  }
  const sentence = explainPostgres(settings, error)
  return sentence === undefined ? error : new StartError(sentence)
}
