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
import { rememberFile } from './opened-file.ts'
import { openSqliteReader, openSqliteWriter, type SqliteConnection } from './sqlite-connection.ts'
import { DatabaseBusy, isSqliteBusy } from './sqlite-errors.ts'
import { createWriteTurns, type WritePatience, type WriteTurn } from './sqlite-write-turns.ts'

/** How long to wait for what is over in a moment: another process brings back its log. */
const recoveryMs = 8_000
const recoveryPauseMs = 10

export interface NodeSqliteOptions {
  path: string
  patience: WritePatience
}

/**
 * Kysely on Node's own SQLite: one connection that writes, and one of its own for reading, so that a read
 * never waits for a writer of this or another process (decision 0016). What is read outside a transaction
 * is the last commit. No statement blocks the process while it waits.
 */
export function nodeSqliteDialect(options: NodeSqliteOptions): Dialect {
  return {
    createAdapter: () => new RoutedSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => new RoutedSqliteDriver(options),
  }
}

class RoutedSqliteAdapter extends SqliteAdapter {
  /** Or Kysely would let reads wait for writes. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class RoutedSqliteDriver implements Driver {
  readonly #files: SqliteFile
  readonly #path: string

  constructor({ path, patience }: NodeSqliteOptions) {
    this.#path = path
    this.#files = {
      path,
      turns: createWriteTurns(patience),
      checkPlace: () => {},
      writer: undefined,
      reader: undefined,
    }
  }

  async init(): Promise<void> {
    this.#files.writer = await whenRecovered(() => openSqliteWriter(this.#path))
    if (!isInMemory(this.#path)) this.#files.checkPlace = rememberFile(this.#path)
    this.#files.reader = isInMemory(this.#path)
      ? this.#files.writer
      : await whenRecovered(() => openSqliteReader(this.#path))
  }

  async acquireConnection(): Promise<RoutedConnection> {
    return new RoutedConnection(this.#files)
  }

  beginTransaction(connection: RoutedConnection): Promise<void> {
    // The write lock is taken at once: a transaction that reads first and writes later would fail,
    // without waiting, when another process wrote in between.
    return run(connection, 'begin immediate')
  }

  commitTransaction(connection: RoutedConnection): Promise<void> {
    return run(connection, 'commit')
  }

  async rollbackTransaction(connection: RoutedConnection): Promise<void> {
    connection.rollBack()
  }

  savepoint(connection: RoutedConnection, name: string): Promise<void> {
    return run(connection, `savepoint "${name}"`)
  }

  rollbackToSavepoint(connection: RoutedConnection, name: string): Promise<void> {
    return run(connection, `rollback to "${name}"`)
  }

  releaseSavepoint(connection: RoutedConnection, name: string): Promise<void> {
    return run(connection, `release "${name}"`)
  }

  async releaseConnection(connection: RoutedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    const { reader, writer } = this.#files
    if (reader !== writer) reader?.close()
    writer?.close()
    this.#files.reader = this.#files.writer = undefined
  }
}

async function run(connection: RoutedConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

interface SqliteFile {
  path: string
  /** Throws when another file has taken the place of the one that was opened. */
  checkPlace(): void
  turns: ReturnType<typeof createWriteTurns>
  writer: SqliteConnection | undefined
  reader: SqliteConnection | undefined
}

/** What Kysely takes for a connection: reads go to the reader, and a turn to write is held as long as needed. */
class RoutedConnection implements DatabaseConnection {
  readonly #file: SqliteFile
  #turn: WriteTurn | undefined
  /** What made SQLite itself end the transaction; nothing may be written as if it went on. */
  #undoneBy: unknown

  constructor(file: SqliteFile) {
    this.#file = file
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#turn === undefined) this.#file.checkPlace()
    if (this.#turn === undefined && isRead(query)) {
      return whenRecovered(() => readerOf(this.#file).execute<R>(query))
    }
    if (this.#undoneBy !== undefined) throw this.#undoneBy
    this.#turn ??= await this.#file.turns.take()
    const wasInTransaction = this.#isInTransaction()
    try {
      return await this.#turn.lock(() => writerOf(this.#file).execute<R>(query))
    } catch (error) {
      if (wasInTransaction && !this.#isInTransaction()) this.#undoneBy = error
      throw error
    } finally {
      if (!this.#isInTransaction()) this.#endTurn()
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    // Of its own: a statement that is being walked would hold the reader at an old state.
    const reader =
      this.#turn === undefined && !isInMemory(this.#file.path)
        ? openSqliteReader(this.#file.path)
        : undefined
    try {
      const connection = reader ?? writerOf(this.#file)
      for (const row of connection.iterate<R>(query)) yield { rows: [row] }
    } finally {
      reader?.close()
    }
  }

  /** Undoes the transaction, if SQLite has not done so itself; never throws, so that its cause is seen. */
  rollBack(): void {
    this.#undoneBy = undefined
    if (this.#turn === undefined) return
    const { writer } = this.#file
    try {
      if (writer?.isInTransaction()) writer.execute(CompiledQuery.raw('rollback'))
    } catch {
      // Closing it undoes the transaction; the next write opens it again.
      this.#file.writer = undefined
      writer?.close()
    } finally {
      this.#endTurn()
    }
  }

  release(): void {
    this.rollBack()
  }

  #isInTransaction(): boolean {
    return this.#file.writer?.isInTransaction() === true
  }

  #endTurn(): void {
    this.#turn?.end()
    this.#turn = undefined
  }
}

/** Queries built by Kysely say what they are; of SQL text only a plain `select` is sure to read. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

function isInMemory(path: string): boolean {
  return path === ':memory:'
}

function readerOf({ reader }: SqliteFile): SqliteConnection {
  if (!reader) throw new Error('The database is not open')
  return reader
}

/** Opened anew after a rollback that failed. */
function writerOf(file: SqliteFile): SqliteConnection {
  file.writer ??= openSqliteWriter(file.path)
  return file.writer
}

/** The first to open a file after a kill brings back its log, for which others wait a moment. */
async function whenRecovered<T>(work: () => T): Promise<T> {
  const givingUpAt = performance.now() + recoveryMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isSqliteBusy(error)) throw error
      if (performance.now() > givingUpAt) throw new DatabaseBusy({ cause: error })
      await sleep(recoveryPauseMs)
    }
  }
}
