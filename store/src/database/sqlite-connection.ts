import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { memoize } from '@dashboard/contract/memoized-texts'
import type { CompiledQuery, QueryResult } from 'kysely'
import { foldedPattern, lettersOfTwo } from './folded-pattern.ts'

/** One connection to an SQLite file. It never waits: a lock causes an error. */
export interface SqliteConnection {
  execute<R>(query: CompiledQuery): QueryResult<R>
  isInTransaction(): boolean
  close(): void
}

/** Bytes that the log may keep on disk after all of it has been copied into the file. */
const maxJournalBytes = 4_194_304

/**
 * Opens the file in WAL mode, fully synchronized, with foreign keys on. Deleted data are overwritten, since they may be
 * about people. SQLite's own errors are thrown on.
 */
export function openSqliteWriter(path: string): SqliteConnection {
  return open(
    path,
    `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
     pragma secure_delete = on; pragma journal_size_limit = ${maxJournalBytes}`,
  )
}

/** Opens the file for reading: reads see the last commit, even while others write. */
export function openSqliteReader(path: string): SqliteConnection {
  // The file is not opened read-only: such a connection cannot recover the log of a killed process.
  return open(path, 'pragma query_only = on')
}

function open(path: string, pragmas: string): SqliteConnection {
  const database = new DatabaseSync(path, { timeout: 0 })
  database.function('contains_folded', { deterministic: true }, containsFolded)
  try {
    database.exec(pragmas)
  } catch (error) {
    database.close()
    throw error
  }
  return {
    execute: <R>(query: CompiledQuery) => execute<R>(database, query),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

const patternOf = memoize((text) => new RegExp(foldedPattern(text), 'u'))

/** Whether a value contains a text; both are folded. */
function containsFolded(value: SQLInputValue, text: SQLInputValue): number {
  const spelled = lettersOfTwo.reduce(
    (sofar, [letter, two]) => sofar.replaceAll(letter, two),
    String(value),
  )
  return Number(patternOf(String(text)).test(spelled))
}

function execute<R>(database: DatabaseSync, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = database.prepare(sql)
  const values = parameters as SQLInputValue[]
  if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}
