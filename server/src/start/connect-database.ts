import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderInUse, lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import { checkPooler } from '@dashboard/store/database/check-postgres'
import {
  checkSchema,
  listPending,
  readSchema,
  SchemaError,
} from '@dashboard/store/database/check-schema'
import {
  isConnectionRefused,
  isDatabaseUnavailable,
} from '@dashboard/store/database/database-errors'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { migrate, migrationNames } from '@dashboard/store/database/migrate'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { countsAsRunningMs, listServers } from '@dashboard/store/database/running-servers'
import type { DatabaseSettings } from '@dashboard/store/settings/settings'
import { backUpBeforeUpgrade } from '../backup/upgrade-backup.ts'
import { explainSqliteFailure } from './explain-failure.ts'
import { StartError } from './start-error.ts'

/** How often and how long to wait for PostgreSQL to start. */
const pausesMs = { postgres: [500, 1_000, 2_000], sqlite: [] }
/** A server that was killed counts as running for a while. */
const serversEndWithinMs = countsAsRunningMs + 5_000
const serversPauseMs = 500

interface Connecting {
  user: 'server' | 'command'
  /** Encrypts the backup that is made before an upgrade. */
  passphrase: string | undefined
  /** Whether this process holds the lock of the data folder. */
  hasFolderLock?: boolean
}

/**
 * Opens the database at its newest schema. A database that is still starting gets a few seconds, and one that is locked
 * the time of its lock timeout. Migrations may take longer than other statements. A migration is refused while a server
 * uses the database (docs/operations.md#updating).
 * @throws StartError
 */
export async function connectDatabase(
  settings: DatabaseSettings,
  connecting: Connecting,
): Promise<Db> {
  const { user } = connecting
  const db = openDatabase(settings, 'command')
  for (const pauseMs of [...pausesMs[settings.kind], undefined]) {
    try {
      await migrateToLatest(db, settings, connecting)
      break
    } catch (error) {
      if (pauseMs === undefined || !isDatabaseUnavailable(error) || isConnectionRefused(error)) {
        await db.destroy()
        throw explain(settings, error)
      }
      await sleep(pauseMs)
    }
  }
  if (user === 'command') return db
  await db.destroy()
  return openDatabase(settings, user)
}

async function migrateToLatest(
  db: Db,
  settings: DatabaseSettings,
  { passphrase, hasFolderLock }: Connecting,
): Promise<void> {
  await checkSchema(db, migrationNames())
  if (settings.kind === 'postgres') await checkPooler(db)
  const isNew = (await readSchema(db)).length === 0
  if (isNew) return migrate(db)
  if (settings.kind === 'postgres') {
    await waitForServers(db)
    return migrate(db)
  }
  const isPending = (await listPending(db, migrationNames())).length > 0
  using _lock = isPending && !hasFolderLock ? await lockFolderOf(settings.path) : undefined
  if (isPending) await backUpBeforeUpgrade(db, settings.path, passphrase)
  await migrate(db)
}

/** Waits until no server uses a database that must be migrated; another server of this version may migrate it first. */
async function waitForServers(db: Db): Promise<void> {
  const deadline = performance.now() + serversEndWithinMs
  while (
    (await listPending(db, migrationNames())).length > 0 &&
    (await listServers(db)).length > 0
  ) {
    if (performance.now() > deadline) {
      throw new StartError(
        'A server of an earlier version uses this database, which has to be brought up to date for this version. Stop all servers first; after one that was killed, wait a minute. Nothing was changed.',
      )
    }
    await sleep(serversPauseMs)
  }
}

async function lockFolderOf(path: string) {
  try {
    return await lockDataFolder(dirname(path), 0)
  } catch (cause) {
    if (!(cause instanceof DataFolderInUse)) throw cause
    throw new StartError(
      'A server of an earlier version is running, and the database would be upgraded while it runs. Stop the server first. Nothing was changed.',
      { cause },
    )
  }
}

function explain(settings: DatabaseSettings, error: unknown): unknown {
  const sentence = sentenceOf(settings, error)
  return sentence === undefined ? error : new StartError(sentence)
}

function sentenceOf(settings: DatabaseSettings, error: unknown): string | undefined {
  if (error instanceof SchemaError) return error.message
  if (settings.kind === 'postgres') return explainPostgres(settings, error)
  return isDatabaseUnavailable(error)
    ? `The database ${settings.path} is in use by another program. Stop it first.`
    : explainSqliteFailure(settings.path, error)
}
