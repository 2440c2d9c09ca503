import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const keptStatements = 300
const retryPauseMs = 25

export interface NodeSqliteOptions {
  path: string
  /** How long one statement may block the process while another process writes. */
  busyTimeoutMs: number
  /** How long to go on trying without blocking before the database counts as busy. */
  patienceMs: number
}

/** Kysely on Node's own SQLite: WAL, full synchronization, foreign keys on. */
export function nodeSqliteDialect(options: NodeSqliteOptions): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => createDriver(options),
  }
}

export function isSqliteBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

function createDriver(options: NodeSqliteOptions): Driver {
  let database: DatabaseSync | undefined
  let connection: DatabaseConnection | undefined
  const run = async (target: DatabaseConnection, sql: string) => {
    await target.executeQuery(CompiledQuery.raw(sql))
  }
  return {
    async init() {
      database = new DatabaseSync(options.path, { timeout: options.busyTimeoutMs })
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on',
      )
      connection = createConnection(database, options.patienceMs)
    },
    async acquireConnection() {
      if (!connection) throw new Error('The database is not open')
      return connection
    },
    // The write lock is taken at once: a transaction that reads first and writes later would fail,
    // without waiting, when another process wrote in between.
    beginTransaction: (target) => run(target, 'begin immediate'),
    commitTransaction: (target) => run(target, 'commit'),
    rollbackTransaction: (target) => run(target, 'rollback'),
    savepoint: (target, name) => run(target, `savepoint "${name}"`),
    rollbackToSavepoint: (target, name) => run(target, `rollback to "${name}"`),
    releaseSavepoint: (target, name) => run(target, `release "${name}"`),
    async releaseConnection() {},
    async destroy() {
      database?.close()
    },
  }
}

function createConnection(database: DatabaseSync, patienceMs: number): DatabaseConnection {
  const statements = new Map<string, StatementSync>()

  const prepare = (sql: string): StatementSync => {
    const kept = statements.get(sql)
    if (kept) return kept
    const statement = database.prepare(sql)
    const oldest = statements.keys().next().value
    if (statements.size >= keptStatements && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, statement)
    return statement
  }

  const execute = <R>(query: CompiledQuery): QueryResult<R> => {
    const statement = prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (statement.columns().length > 0) {
      return { rows: statement.all(...parameters) as R[] }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const givingUpAt = performance.now() + patienceMs
      for (;;) {
        try {
          return execute<R>(query)
        } catch (error) {
          if (!isSqliteBusy(error) || performance.now() > givingUpAt) throw error
          await sleep(retryPauseMs)
        }
      }
    },
    async *streamQuery<R>(query: CompiledQuery) {
      // Not from the kept statements: one that is being walked cannot be run again meanwhile.
      const statement = database.prepare(query.sql)
      for (const row of statement.iterate(...(query.parameters as SQLInputValue[]))) {
        yield { rows: [row as R] }
      }
    },
  }
}
