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
import { openSqliteReader, openSqliteWriter, type SqliteConnection } from './sqlite-connection.ts'
import { repeatWhileBusy } from './sqlite-errors.ts'

const recoveryMs = 8_000

export interface NodeSqliteOptions {
  path: string
  /** How long a write waits for the lock, in milliseconds from its request. */
  lockMs: number
}

/**
 * Returns Kysely's dialect for Node's own SQLite: one connection writes, another one reads, so that a read never waits
 * for a writer of this or another process (decision 0016). Reads outside a transaction see the last commit. No
 * statement blocks the process while it waits.
 */
export function nodeSqliteDialect(options: NodeSqliteOptions): Dialect {
  const driver = new RoutedSqliteDriver(options)
  return {
    createAdapter: () => new RoutedSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => driver,
  }
}

class RoutedSqliteAdapter extends SqliteAdapter {
  /** If this were `false`, Kysely would queue reads behind writes. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class RoutedSqliteDriver implements Driver {
  readonly #files: SqliteFile

  constructor({ path, lockMs }: NodeSqliteOptions) {
    this.#files = {
      path,
      lockMs,
      lastWrite: Promise.resolve(),
      writer: undefined,
      reader: undefined,
    }
  }

  async init(): Promise<void> {
    const { path } = this.#files
    const writer = await whenRecovered(() => openSqliteWriter(path))
    this.#files.writer = writer
    this.#files.reader =
      path === ':memory:' ? writer : await whenRecovered(() => openSqliteReader(path))
  }

  async acquireConnection(): Promise<RoutedConnection> {
    return new RoutedConnection(this.#files)
  }

  beginTransaction(connection: RoutedConnection): Promise<void> {
    // Takes the write lock at once: a transaction that reads first and writes later would fail without waiting if
    // another process wrote in between.
    return runSql(connection, 'begin immediate')
  }

  commitTransaction(connection: RoutedConnection): Promise<void> {
    return runSql(connection, 'commit')
  }

  async rollbackTransaction(connection: RoutedConnection): Promise<void> {
    connection.rollBack()
  }

  async releaseConnection(connection: RoutedConnection): Promise<void> {
    connection.rollBack()
  }

  async destroy(): Promise<void> {
    const { reader, writer } = this.#files
    if (reader !== writer) reader?.close()
    writer?.close()
    this.#files.reader = this.#files.writer = undefined
  }
}

async function runSql(connection: RoutedConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

interface SqliteFile extends NodeSqliteOptions {
  /** Ends with the last of the writes of this process, which follow one another. */
  lastWrite: Promise<void>
  writer: SqliteConnection | undefined
  reader: SqliteConnection | undefined
}

/**
 * A connection as Kysely sees it: reads go to the reading connection; the writing one is held until the transaction
 * ends.
 */
class RoutedConnection implements DatabaseConnection {
  readonly #file: SqliteFile
  /** Set while this connection has the writing one. */
  #endWrite: (() => void) | undefined
  #deadline = 0
  /** The error on which SQLite itself rolled back the transaction; its further statements are refused. */
  #rollbackCause: unknown

  constructor(file: SqliteFile) {
    this.#file = file
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#endWrite === undefined && isRead(query)) {
      return whenRecovered(() => readerOf(this.#file).execute<R>(query))
    }
    if (this.#rollbackCause !== undefined) throw this.#rollbackCause
    if (this.#endWrite === undefined) await this.#beginWrite()
    const wasInTransaction = this.#isInTransaction()
    try {
      return await repeatWhileBusy(() => writerOf(this.#file).execute<R>(query), this.#deadline)
    } catch (error) {
      if (wasInTransaction && !this.#isInTransaction()) this.#rollbackCause = error
      throw error
    } finally {
      if (!this.#isInTransaction()) this.#releaseWriter()
    }
  }

  streamQuery(): never {
    throw new Error('This product reads no rows as a stream.')
  }

  /** Rolls back, unless SQLite has already done so; never throws, so that the original error is reported. */
  rollBack(): void {
    this.#rollbackCause = undefined
    if (this.#endWrite === undefined) return
    const { writer } = this.#file
    try {
      if (writer?.isInTransaction()) writer.execute(CompiledQuery.raw('rollback'))
    } catch {
      // Closing the connection rolls back; the next write reopens it.
      this.#file.writer = undefined
      writer?.close()
    } finally {
      this.#releaseWriter()
    }
  }

  #isInTransaction(): boolean {
    return this.#file.writer?.isInTransaction() === true
  }

  /** Waits for the writes that were requested before. The time limit counts from here, so that all in line end together. */
  async #beginWrite(): Promise<void> {
    this.#deadline = performance.now() + this.#file.lockMs
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#file.lastWrite
    this.#file.lastWrite = promise
    await before
    this.#endWrite = resolve
  }

  #releaseWriter(): void {
    this.#endWrite?.()
    this.#endWrite = undefined
  }
}

/**
 * Whether a query only reads. Queries built by Kysely have a kind; raw SQL counts as a read only if it is a plain
 * `select`.
 */
function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

function readerOf({ reader }: SqliteFile): SqliteConnection {
  if (!reader) throw new Error('The database is not open')
  return reader
}

/** Returns the writing connection, reopened if a failed rollback has closed it. */
function writerOf(file: SqliteFile): SqliteConnection {
  file.writer ??= openSqliteWriter(file.path)
  return file.writer
}

/**
 * Repeats `work` while another process recovers the write-ahead log: after a kill, the first process to open the file
 * recovers it, and others get "busy" until then.
 */
function whenRecovered<T>(work: () => T): Promise<T> {
  return repeatWhileBusy(work, performance.now() + recoveryMs)
}
