import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

/**
 * The log of one request, which is made with the first line. Most requests write none, and making it costs a fifth of
 * an answer that has not changed.
 */
export function createRequestLogger(
  logger: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger {
  return new RequestLogger(logger, bindings, options)
}

class RequestLogger implements FastifyBaseLogger {
  readonly #server: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #made: FastifyBaseLogger | undefined

  constructor(server: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#server = server
    this.#bindings = bindings
    this.#options = options
  }

  get level(): string {
    return this.#made?.level ?? this.#server.level
  }

  set level(level: string) {
    this.#logger().level = level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#logger().child(bindings, options)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  silent(...line: unknown[]): void {
    this.#write('silent', line)
  }

  #write(level: Level, line: unknown[]): void {
    const logger = this.#logger()
    const write: (...line: unknown[]) => void = logger[level]
    write.apply(logger, line)
  }

  #logger(): FastifyBaseLogger {
    this.#made ??= this.#server.child(this.#bindings, this.#options)
    return this.#made
  }
}
