import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const cachedStatements = 300

/** One connection to an SQLite file with its prepared statements. It never waits: a lock causes an error. */
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
  try {
    database.exec(pragmas)
  } catch (error) {
    database.close()
    throw error
  }
  const prepare = cacheStatements(database)
  return {
    execute: <R>(query: CompiledQuery) => execute<R>(prepare(query.sql), query),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

interface CachedStatement {
  statement: StatementSync
  answersRows: boolean
}

function cacheStatements(database: DatabaseSync): (sql: string) => CachedStatement {
  const statements = new Map<string, CachedStatement>()
  return (sql) => {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement = database.prepare(sql)
    const made = { statement, answersRows: statement.columns().length > 0 }
    const oldest = statements.keys().next().value
    if (statements.size >= cachedStatements && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, made)
    return made
  }
}

function execute<R>(
  { statement, answersRows }: CachedStatement,
  query: CompiledQuery,
): QueryResult<R> {
  const parameters = query.parameters as SQLInputValue[]
  if (answersRows) return { rows: statement.all(...parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}
